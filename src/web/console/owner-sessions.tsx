import type { ReactNode } from 'react';
import type { ConnectedSession } from '../../../generated/sso/types.ts';
import { placeText } from '../approval/place-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { Time } from '../ui/time.tsx';
import { useAction } from '../ui/use-action.ts';
import { usePages } from '../ui/use-pages.ts';
import type { ConsoleApi } from './console-api.ts';

export interface OwnerSessionsProps {
  readonly api: ConsoleApi;
  readonly sub: string;
  readonly onEnded: () => void;
}

/** Applications and agents that can act for an owner. */
export function OwnerSessions({ api: { call, sso }, sub, onEnded }: OwnerSessionsProps): ReactNode {
  const pages = usePages(`sessions ${sub}`, async (cursor, signal) => {
    const query = cursor === undefined ? {} : { cursor };
    const { sessions, nextCursor } = await call(() => sso.listOwnerSessions({ path: { sub }, query, signal }));
    return { items: sessions, nextCursor };
  });
  const end = useAction(async ({ sessionId }: ConnectedSession) => {
    await call(() => sso.revokeOwnerSession({ path: { sub, sessionId } }));
    pages.reload();
    onEnded();
  });
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Applications and agents</h2>
      <ErrorNotice error={end.error} />
      <PagedList pages={pages} empty={<p>None is connected.</p>}>
        {(sessions) => (
          <ul className="entries">
            {sessions.map((session) => (
              <li key={session.sessionId} className="card">
                <div className="row between">
                  <strong>{session.applicationName}</strong>
                  <Button busy={end.busy} onClick={() => void end.run(session)}>
                    End
                  </Button>
                </div>
                <p className="soft">
                  {session.agentName !== null && <>It calls itself “{session.agentName}”. </>}
                  Last used <Time at={session.lastUsedAt} />
                  {session.lastPlace !== undefined && `, ${placeText(session.lastPlace)}`}
                </p>
                {session.keyFingerprint !== null && <code className="soft">{session.keyFingerprint}</code>}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}
