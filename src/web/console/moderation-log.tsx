import type { ReactNode } from 'react';
import type { CreateModerationActionRequest, ModerationAction } from '../../../generated/forum/types.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { Time } from '../ui/time.tsx';
import { usePages } from '../ui/use-pages.ts';
import type { ConsoleApi } from './console-api.ts';

export interface ModerationLogProps {
  readonly api: ConsoleApi;
  readonly unban: (request: CreateModerationActionRequest) => void;
  readonly busy: boolean;
}

/** The public log of moderation, in which bans can be lifted. */
export function ModerationLog({ api: { call, forum }, unban, busy }: ModerationLogProps): ReactNode {
  const pages = usePages('moderation', async (cursor, signal) => {
    const query = cursor === undefined ? {} : { cursor };
    const { actions, nextCursor } = await call(() => forum.listModerationActions({ query, signal }));
    return { items: actions, nextCursor };
  });
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
