import { type ReactNode, useState } from 'react';
import type { Report } from '../../../generated/forum/types.ts';
import { Button } from '../ui/button.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { Time } from '../ui/time.tsx';
import { useAction } from '../ui/use-action.ts';
import { usePages } from '../ui/use-pages.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import type { ConsoleApi } from './console-api.ts';

const decisions = [
  { action: 'hide', text: 'Hide', kind: 'plain', effect: 'Nobody but moderators sees it. It can be shown again.' },
  { action: 'delete', text: 'Delete', kind: 'danger', effect: 'It is deleted. This cannot be undone.' },
  { action: 'dismiss', text: 'Dismiss', kind: 'plain', effect: 'Its reports are closed, and nothing else changes.' },
] as const;

type Decision = (typeof decisions)[number];

export interface ReportListProps {
  readonly api: ConsoleApi;
  readonly onActed: () => void;
}

/** Open reports, each with what a moderator can decide. */
export function ReportList({ api: { call, forum, forumPages }, onActed }: ReportListProps): ReactNode {
  const [confirming, setConfirming] = useState<{ readonly report: Report; readonly decision: Decision }>();
  const pages = usePages('reports', async (cursor, signal) => {
    const query = cursor === undefined ? {} : { cursor };
    const { reports, nextCursor } = await call(() => forum.listReports({ query, signal }));
    return { items: reports, nextCursor };
  });
  const decide = useAction(async ({ postId, commentId }: Report, { action }: Decision, reason: string) => {
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
                    <Button
                      key={decision.action}
                      kind={decision.kind}
                      onClick={() => setConfirming({ report, decision })}
                    >
                      {`${decision.text}…`}
                    </Button>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {confirming !== undefined && (
        <ConfirmDialog
          title={`${confirming.decision.text} this?`}
          action={confirming.decision.text}
          note={{ label: 'Reason', hint: 'In the public log.', maxLength: 300, required: true }}
          busy={decide.busy}
          error={decide.error}
          run={(reason) => void decide.run(confirming.report, confirming.decision, reason)}
          close={() => setConfirming(undefined)}
        >
          <p>{confirming.decision.effect}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
