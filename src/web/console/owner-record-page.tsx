import { type ReactNode, useState } from 'react';
import type { OwnerRecord } from '../../../generated/sso/types.ts';
import { Badge } from '../ui/badge.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { AppLink } from '../ui/router.tsx';
import { Time } from '../ui/time.tsx';
import { useResource } from '../ui/use-resource.ts';
import { Wait } from '../ui/wait.tsx';
import type { ConsoleApi } from './console-api.ts';
import { consolePath } from './console-sections.ts';
import { OwnerActions } from './owner-actions.tsx';
import { OwnerBrowsers } from './owner-browsers.tsx';
import { OwnerSessions } from './owner-sessions.tsx';

export interface OwnerRecordPageProps {
  readonly api: ConsoleApi;
  readonly sub: string;
}

/** One owner: state, authenticators, sessions, and what an administrator can do. */
export function OwnerRecordPage({ api, sub }: OwnerRecordPageProps): ReactNode {
  const { call, sso } = api;
  const owner = useResource(`owner ${sub}`, (signal) => call(() => sso.getOwnerBySub({ path: { sub }, signal })));
  const [ended, setEnded] = useState(0);
  return (
    <>
      <p className="crumbs">
        <AppLink to={consolePath('owners')}>Owners</AppLink>
      </p>
      <h1>Owner</h1>
      <p className="soft">
        <CopyText label="session address" value={sub} />
      </p>
      <ErrorNotice error={owner.error} retry={owner.reload} />
      {owner.value === undefined && owner.loading && <Wait />}
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
      <div className="table">
        <table className="stacked">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Kind</th>
              <th scope="col">Added</th>
              <th scope="col">Last used</th>
            </tr>
          </thead>
          <tbody>
            {all.map(({ id, name, text, createdAt, lastUsedAt }) => (
              <tr key={id}>
                <td data-label="Name">{name}</td>
                <td data-label="Kind">{text}</td>
                <td data-label="Added">
                  <Time at={createdAt} />
                </td>
                <td data-label="Last used">{lastUsedAt === null ? 'never' : <Time at={lastUsedAt} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
