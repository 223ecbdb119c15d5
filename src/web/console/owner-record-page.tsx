import { type ReactNode, useState } from 'react';
import type { ConnectedSession, OwnerRecord } from '../../../generated/sso/types.ts';
import { Badge, Time } from '../ui/values.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button, CopyField } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { AppLink, navigate } from '../ui/router.tsx';
import { ResourceStatus, useAction, useResource } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import type { ConsoleApi } from './console-api.ts';
import { consolePath } from './console-sections.ts';
import { ConfirmDialog, useConfirmed } from '../ui/dialog.tsx';
import { placeText } from '../approval/place-text.ts';
import { PagedList, usePages } from '../ui/paged-list.tsx';

/** One owner: state, authenticators, sessions, and what an administrator can do. */
export function OwnerRecordPage({ api, sub }: { readonly api: ConsoleApi; readonly sub: string }): ReactNode {
  const { call, sso } = api;
  const owner = useResource(`owner ${sub}`, (signal) => call(() => sso.getOwnerBySub({ path: { sub }, signal })));
  const [ended, setEnded] = useState(0);
  return (
    <>
      <p className="crumbs">
        <AppLink to={consolePath('owners')}>Owners</AppLink>
      </p>
      <h1 className="person">
        <Avatar id={sub} name={owner.value?.displayName ?? null} />
        <bdi>{owner.value?.displayName ?? 'Owner'}</bdi>
      </h1>
      <details>
        <summary>Details</summary>
        <p className="soft">
          <CopyField label="session address" value={sub} />
        </p>
      </details>
      <ResourceStatus of={owner} />
      {owner.value !== undefined && (
        <>
          <Facts owner={owner.value} />
          <OwnerActions
            api={api}
            owner={owner.value}
            onChange={(changed) => {
              owner.replace(changed);
              setEnded(ended + 1);
            }}
            onEnded={() => {
              owner.reload();
              setEnded(ended + 1);
            }}
          />
          <Authenticators owner={owner.value} />
          <OwnerSessions key={`sessions ${ended}`} api={api} sub={sub} onEnded={owner.reload} />
          <OwnerBrowsers key={`browsers ${ended}`} api={api} sub={sub} />
        </>
      )}
    </>
  );
}

function Facts({ owner }: { readonly owner: OwnerRecord }): ReactNode {
  const { status, createdAt, suspendedAt, suspensionReason, consoleScopes, consoleExpiresAt = null } = owner;
  return (
    <section className="card" aria-label="State">
      <p>
        <Badge tone={status === 'active' ? 'good' : 'bad'}>{status}</Badge> Owner since <Time at={createdAt} />.
      </p>
      {suspendedAt !== null && (
        <p>
          Suspended on <Time at={suspendedAt} />
          {suspensionReason === null ? '.' : `: ${suspensionReason}`}
        </p>
      )}
      {consoleScopes.length > 0 && (
        <p>
          May use this console: {consoleScopes.join(', ')}
          {consoleExpiresAt !== null && (
            <>
              {' '}
              until <Time at={consoleExpiresAt} />
            </>
          )}
          .
        </p>
      )}
    </section>
  );
}

function Authenticators({ owner: { passkeys, devices } }: { readonly owner: OwnerRecord }): ReactNode {
  const all = [
    ...passkeys.map(({ credentialId: id, ...one }) => ({ id, text: 'Passkey', ...one })),
    ...devices.map(({ jkt: id, ...one }) => ({ id, text: 'Device key', ...one })),
  ];
  return (
    <section aria-labelledby="authenticators">
      <h2 id="authenticators">Passkeys and devices</h2>
      <DataTable
        rows={all}
        rowKey={({ id }) => id}
        columns={[
          { title: 'Name', cell: ({ name }) => name },
          { title: 'Kind', cell: ({ text }) => text },
          { title: 'Added', cell: ({ createdAt }) => <Time at={createdAt} /> },
          { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : <Time at={lastUsedAt} />) },
        ]}
      />
    </section>
  );
}

/** Suspends, resumes and erases an owner, and ends all sessions. */
function OwnerActions({
  api: { call, sso },
  owner,
  onChange,
  onEnded,
}: {
  readonly api: ConsoleApi;
  readonly owner: OwnerRecord;
  readonly onChange: (owner: OwnerRecord) => void;
  /** Called after all sessions ended. */
  readonly onEnded: () => void;
}): ReactNode {
  const { sub, status } = owner;
  const path = { sub };
  const suspend = useConfirmed(async (_, reason) => {
    onChange(await call(() => sso.suspendOwner({ path, body: reason === '' ? {} : { reason } })));
  });
  const resume = useAction(async () => onChange(await call(() => sso.resumeOwner({ path }))));
  const end = useConfirmed(async () => {
    await call(() => sso.revokeOwnerSessions({ path }));
    onEnded();
  });
  const erase = useConfirmed(async () => {
    await call(() => sso.deleteOwnerBySub({ path }));
    navigate(consolePath('owners'));
  });
  return (
    <>
      <div className="row">
        {status === 'active' ? (
          <Button onClick={() => suspend.ask(true)}>Suspend…</Button>
        ) : (
          <Button busy={resume.busy} onClick={() => void resume.run()}>
            Resume
          </Button>
        )}
        <Button onClick={() => end.ask(true)}>End all sessions…</Button>
        <Button kind="danger" onClick={() => erase.ask(true)}>
          Erase…
        </Button>
      </div>
      <ErrorNotice error={resume.error} />
      {suspend.asked !== undefined && (
        <ConfirmDialog
          title="Suspend this owner?"
          action="Suspend"
          note={{ label: 'Reason', hint: 'For other administrators; the owner does not see it.', maxLength: 200 }}
          confirmation={suspend}
        >
          <p>The owner can neither sign in nor approve, and all sessions end. You can resume the owner later.</p>
        </ConfirmDialog>
      )}
      {end.asked !== undefined && (
        <ConfirmDialog title="End all sessions?" action="End all sessions" confirmation={end}>
          <p>Applications and agents are disconnected and browsers signed out. The owner may sign in again.</p>
        </ConfirmDialog>
      )}
      {erase.asked !== undefined && (
        <ConfirmDialog title="Erase this owner?" action="Erase" typed={sub.slice(0, 8)} confirmation={erase}>
          <p>
            The identity, its passkeys, devices and sessions are deleted. The audit keeps a pseudonym.{' '}
            <strong>This cannot be undone.</strong>
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Applications and agents that can act for an owner. */
function OwnerSessions({
  api: { call, sso },
  sub,
  onEnded,
}: {
  readonly api: ConsoleApi;
  readonly sub: string;
  readonly onEnded: () => void;
}): ReactNode {
  const pages = usePages(`sessions ${sub}`, 'sessions', (page, signal) =>
    call(() => sso.listOwnerSessions({ path: { sub }, query: page, signal })),
  );
  const end = useConfirmed(async ({ sessionId }: ConnectedSession) => {
    await call(() => sso.revokeOwnerSession({ path: { sub, sessionId } }));
    pages.reload();
    onEnded();
  });
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Applications and agents</h2>
      <PagedList pages={pages} empty={<p>None is connected.</p>}>
        {(sessions) => (
          <ul className="entries">
            {sessions.map((session) => (
              <li key={session.sessionId} className="card">
                <div className="row between">
                  <strong>{session.applicationName}</strong>
                  <Button onClick={() => end.ask(session)}>
                    End<span className="hidden"> {session.applicationName}</span>
                  </Button>
                </div>
                <p className="soft">
                  {session.agentName !== null && <>It calls itself “{session.agentName}”. </>}
                  {session.pausedAt !== undefined && (
                    <>
                      Paused by its owner <Time at={session.pausedAt} />.{' '}
                    </>
                  )}
                  Last used <Time at={session.lastUsedAt} />
                  {session.lastPlace !== undefined && `, ${placeText(session.lastPlace)}`}
                </p>
                {session.keyFingerprint !== null && <code className="soft">{session.keyFingerprint}</code>}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {end.asked !== undefined && (
        <ConfirmDialog title={`End ${end.asked.applicationName}?`} action="End it" confirmation={end}>
          <p>
            Its tokens stop working within seconds, and so do those of its helpers. Other connections of this owner
            stay. The owner can connect it again.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function OwnerBrowsers({ api: { call, sso }, sub }: { readonly api: ConsoleApi; readonly sub: string }): ReactNode {
  const pages = usePages(`browsers ${sub}`, 'browserSessions', (page, signal) =>
    call(() => sso.listOwnerBrowserSessions({ path: { sub }, query: page, signal })),
  );
  return (
    <section aria-labelledby="browsers">
      <h2 id="browsers">Browsers</h2>
      <PagedList pages={pages} empty={<p>No browser is signed in.</p>}>
        {(browsers) => (
          <ul className="entries">
            {browsers.map(({ browserSessionId, place, createdAt, lastUsedAt }) => (
              <li key={browserSessionId} className="card">
                <strong>{place === undefined ? 'Unknown browser' : placeText(place)}</strong>
                <p className="soft">
                  Signed in <Time at={createdAt} />, last used <Time at={lastUsedAt} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}
