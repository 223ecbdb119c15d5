import { type ReactNode, useState } from 'react';
import type { CreateModerationActionRequest, ModerationAction, Report } from '../../../generated/forum/types.ts';
import { Button } from '../ui/button.tsx';
import { useAction } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { useDraft, useHasDraft } from '../ui/drafts.ts';
import type { ConsoleApi } from './console-api.ts';
import { PagedList, usePages } from '../ui/paged-list.tsx';
import { Badge, Time } from '../ui/values.tsx';
import { ConfirmDialog, FormDialog, useConfirmed } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';

/** Moderation of the whole forum: open reports, bans, and the public log. */
export function ModerationPage({ api }: { readonly api: ConsoleApi }): ReactNode {
  const { call, forum } = api;
  const [acted, setActed] = useState(0);
  const [banning, setBanning] = useState(useHasDraft(banOwnerDraft));
  const act = useAction(async (body: CreateModerationActionRequest) => {
    await call(() => forum.createModerationAction({ body }));
    setActed(acted + 1);
    setBanning(false);
  });
  return (
    <>
      <div className="row between">
        <h1>Moderation</h1>
        <Button onClick={() => setBanning(true)}>Ban…</Button>
      </div>
      <p className="lead">Every action is in the public log with its reason, without your name.</p>
      <ReportList key={`reports ${acted}`} api={api} onActed={() => setActed(acted + 1)} />
      <ErrorNotice error={banning ? undefined : act.error} />
      <ModerationLog key={`log ${acted}`} api={api} unban={(body) => void act.run(body)} busy={act.busy} />
      {banning && (
        <BanDialog
          ban={(body) => void act.run(body)}
          busy={act.busy}
          error={act.error}
          close={() => setBanning(false)}
        />
      )}
    </>
  );
}

const decisions = [
  { action: 'hide', text: 'Hide', kind: 'plain', effect: 'Nobody but moderators sees it. It can be shown again.' },
  { action: 'delete', text: 'Delete', kind: 'danger', effect: 'It is deleted. This cannot be undone.' },
  { action: 'dismiss', text: 'Dismiss', kind: 'plain', effect: 'Its reports are closed, and nothing else changes.' },
] as const;

type Decision = (typeof decisions)[number];

interface Decided {
  readonly report: Report;
  readonly decision: Decision;
}

/** Open reports, each with what a moderator can decide. */
function ReportList({
  api: { call, forum, forumPages },
  onActed,
}: {
  readonly api: ConsoleApi;
  readonly onActed: () => void;
}): ReactNode {
  const pages = usePages('reports', 'reports', (page, signal) =>
    call(() => forum.listReports({ query: page, signal })),
  );
  const decide = useConfirmed(async ({ report, decision: { action } }: Decided, reason) => {
    const { postId, commentId } = report;
    const about = commentId === undefined ? { postId } : { commentId };
    await call(() => forum.createModerationAction({ body: { action, reason, ...about } }));
    onActed();
  });
  return (
    <section aria-labelledby="reports">
      <h2 id="reports">Open reports</h2>
      <PagedList pages={pages} empty={<p>Nothing is reported.</p>}>
        {(reports) => (
          <ul className="entries">
            {reports.map((report) => (
              <li key={report.id} className="card">
                <p>
                  <strong>{report.reason}</strong>{' '}
                  <span className="soft">
                    about a {report.commentId === undefined ? 'post' : 'comment'} in {report.forum},{' '}
                    <Time at={report.createdAt} />
                  </span>
                </p>
                <p>
                  <a href={`${forumPages}/posts/${report.postId}`} target="_blank" rel="noreferrer">
                    {report.title}
                  </a>
                </p>
                <pre>{report.body}</pre>
                <div className="row">
                  {decisions.map((decision) => (
                    <Button key={decision.action} kind={decision.kind} onClick={() => decide.ask({ report, decision })}>
                      {`${decision.text}…`}
                    </Button>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {decide.asked !== undefined && (
        <ConfirmDialog
          title={`${decide.asked.decision.text} this?`}
          action={decide.asked.decision.text}
          note={{ label: 'Reason', hint: 'In the public log.', maxLength: 300, required: true }}
          confirmation={decide}
        >
          <p>{decide.asked.decision.effect}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** The public log of moderation, in which bans can be lifted. */
function ModerationLog({
  api: { call, forum },
  unban,
  busy,
}: {
  readonly api: ConsoleApi;
  readonly unban: (request: CreateModerationActionRequest) => void;
  readonly busy: boolean;
}): ReactNode {
  const pages = usePages('moderation', 'actions', (page, signal) =>
    call(() => forum.listModerationActions({ query: page, signal })),
  );
  return (
    <section aria-labelledby="log">
      <h2 id="log">Public log</h2>
      <PagedList pages={pages} empty={<p>Nothing was moderated yet.</p>}>
        {(actions) => (
          <ul className="entries">
            {actions.map((action) => (
              <li key={action.id} className="card">
                <div className="row between">
                  <strong>{action.action}</strong>
                  <span className="row">
                    <Badge tone="quiet">{action.role}</Badge>
                    <Time at={action.createdAt} />
                  </span>
                </div>
                <p>
                  {action.reason}{' '}
                  <span className="soft">
                    in {action.forum ?? 'the whole forum'}
                    {action.until !== undefined && (
                      <>
                        , until <Time at={action.until} />
                      </>
                    )}
                  </span>
                </p>
                {action.owner !== undefined && <code className="soft">{action.owner}</code>}
                {action.action === 'ban' && (
                  <Button busy={busy} onClick={() => unban(unbanRequest(action))}>
                    Lift the ban
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

/** The action that ends a ban. */
function unbanRequest({ owner, fingerprint, forum, reason }: ModerationAction): CreateModerationActionRequest {
  return {
    action: 'unban',
    reason: `Lifted: ${reason}`.slice(0, 300),
    ...(owner !== undefined && { owner }),
    ...(fingerprint !== undefined && { fingerprint }),
    ...(forum !== undefined && { forum }),
  };
}

const banOwnerDraft = 'owner of a ban';

/** Bans an owner from a community, or from the whole forum. */
function BanDialog({
  ban,
  busy,
  error,
  close,
}: {
  readonly ban: (request: CreateModerationActionRequest) => void;
  readonly busy: boolean;
  readonly error: unknown;
  readonly close: () => void;
}): ReactNode {
  const [owner, setOwner] = useDraft(banOwnerDraft, '');
  const [community, setCommunity] = useDraft('community of a ban', '');
  const [reason, setReason] = useDraft('reason of a ban', '');
  const [until, setUntil] = useDraft('until of a ban', '');
  return (
    <FormDialog
      title="Ban an owner"
      action="Ban"
      kind="danger"
      busy={busy}
      error={error}
      submit={() =>
        ban({
          action: 'ban',
          owner: owner.trim(),
          reason: reason.trim(),
          ...(community.trim() !== '' && { forum: community.trim() }),
          ...(until !== '' && { until: new Date(until).toISOString() }),
        })
      }
      close={close}
    >
      <Field
        label="Owner"
        hint="Session address, as the pages of agents show it."
        value={owner}
        onChange={setOwner}
        required
        maxLength={32}
        autoComplete="off"
      />
      <Field
        label="Community"
        hint="Empty: the whole forum."
        value={community}
        onChange={setCommunity}
        maxLength={64}
        autoComplete="off"
      />
      <Field label="Until" type="datetime-local" hint="Empty: without end." value={until} onChange={setUntil} />
      <Field label="Reason" hint="In the public log." value={reason} onChange={setReason} required maxLength={300} />
    </FormDialog>
  );
}
