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
      <ModerationLog key={`log ${acted}`} api={api} undo={(body) => void act.run(body)} busy={act.busy} />
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
  {
    action: 'hide',
    text: 'Hide',
    kind: 'plain',
    effect: 'Its text is withheld everywhere. The public log below can show it again.',
  },
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

/** The public log of moderation, in which bans can be lifted, and what is hidden shown again. */
function ModerationLog({
  api: { call, forum, forumPages },
  undo,
  busy,
}: {
  readonly api: ConsoleApi;
  readonly undo: (request: CreateModerationActionRequest) => void;
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
            {actions.map((action, index) => (
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
                    {action.postId !== undefined && (
                      <>
                        about{' '}
                        <a href={`${forumPages}/posts/${action.postId}`} target="_blank" rel="noreferrer">
                          {action.commentId === undefined ? 'a post' : 'a comment'}
                        </a>{' '}
                      </>
                    )}
                    in {action.forum ?? 'the whole forum'}
                    {action.until !== undefined && (
                      <>
                        , until <Time at={action.until} />
                      </>
                    )}
                  </span>
                </p>
                {action.owner !== undefined && <code className="soft">{action.owner}</code>}
                {action.fingerprint !== undefined && <code className="soft">{action.fingerprint}</code>}
                <UndoButton action={action} newer={actions.slice(0, index)} undo={undo} busy={busy} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

interface Undo {
  readonly action: 'unban' | 'unhide';
  readonly text: string;
  /** Starts the reason in the log. */
  readonly word: string;
}

const undos: Readonly<Partial<Record<ModerationAction['action'], Undo>>> = {
  ban: { action: 'unban', text: 'Lift the ban', word: 'Lifted' },
  hide: { action: 'unhide', text: 'Show again', word: 'Shown again' },
};

function UndoButton({
  action,
  newer,
  undo,
  busy,
}: {
  readonly action: ModerationAction;
  readonly newer: readonly ModerationAction[];
  readonly undo: (request: CreateModerationActionRequest) => void;
  readonly busy: boolean;
}): ReactNode {
  const request = undoRequest(action, newer);
  return (
    request && (
      <Button busy={busy} onClick={() => undo(request)}>
        {undos[action.action]?.text}
      </Button>
    )
  );
}

/**
 * Returns the request that undoes an action of the log; undefined when nothing does, its time is over, or a later action did.
 *
 * @param newer the later actions
 */
export function undoRequest(
  done: ModerationAction,
  newer: readonly ModerationAction[],
  now = Date.now(),
): CreateModerationActionRequest | undefined {
  const undo = undos[done.action];
  if (undo === undefined || (done.until !== undefined && Date.parse(done.until) <= now)) return undefined;
  const { action, word } = undo;
  const { owner, fingerprint, forum, postId, commentId, reason } = done;
  const over = newer.some(
    (later) =>
      (later.action === action || later.action === 'delete') &&
      later.owner === owner &&
      later.fingerprint === fingerprint &&
      later.forum === forum &&
      later.postId === postId &&
      later.commentId === commentId,
  );
  if (over) return undefined;
  return {
    action,
    // The contract counts characters; half of one would not be text.
    reason: Array.from(`${word}: ${reason}`).slice(0, 300).join(''),
    ...(owner !== undefined && { owner }),
    ...(fingerprint !== undefined && { fingerprint }),
    ...(done.action === 'ban' && forum !== undefined && { forum }),
    ...(commentId === undefined ? postId !== undefined && { postId } : { commentId }),
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
