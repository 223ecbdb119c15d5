import { type ReactNode, useState } from 'react';
import type { ConnectedSession } from '../../../generated/sso/types.ts';
import { placeText } from '../approval/place-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
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
  const [ending, setEnding] = useState<ConnectedSession>();
  const end = useAction(async ({ sessionId }: ConnectedSession) => {
    await call(() => sso.revokeOwnerSession({ path: { sub, sessionId } }));
    setEnding(undefined);
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
                  <Button onClick={() => setEnding(session)}>
                    End<span className="hidden"> {session.applicationName}</span>
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
      {ending !== undefined && (
        <ConfirmDialog
          title={`End ${ending.applicationName}?`}
          action="End it"
          busy={end.busy}
          error={end.error}
          run={() => void end.run(ending)}
          close={() => setEnding(undefined)}
        >
          <p>
            Its tokens stop working within seconds, and so do those of its helpers. Other connections of this owner
            stay. The owner can connect it again.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
