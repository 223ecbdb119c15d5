import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { callWithSession } from '../ui/session.ts';
import { Time } from '../ui/time.tsx';
import { useAction } from '../ui/use-action.ts';
import { useResource } from '../ui/use-resource.ts';
import type { PortalApi } from './portal-api.ts';

export interface DeletedAppsProps {
  readonly api: Pick<PortalApi, 'session' | 'portal'>;
  readonly onRestored: () => void;
}

/** Apps that can be restored. */
export function DeletedApps({ api: { session, portal }, onRestored }: DeletedAppsProps): ReactNode {
  const [round, setRound] = useState(0);
  const deleted = useResource(`deleted apps ${round}`, (signal) =>
    callWithSession(session, () => portal.listApps({ query: { deleted: true }, signal })),
  );
  const restore = useAction(async (appId: string) => {
    await callWithSession(session, () => portal.restoreApp({ path: { appId } }));
    setRound(round + 1);
    onRestored();
  });
  const apps = deleted.value?.apps ?? [];
  if (apps.length === 0) return null;
  return (
    <details className="card">
      <summary>Deleted apps</summary>
      <p className="soft">They are erased 30 days after their deletion.</p>
      <ErrorNotice error={restore.error} />
      <ul className="deliveries">
        {apps.map(({ appId, name, deletedAt }) => (
          <li key={appId} className="row between">
            <span>
              {name}
              {deletedAt !== undefined && (
                <span className="soft">
                  {' '}
                  deleted <Time at={deletedAt} />
                </span>
              )}
            </span>
            <Button busy={restore.busy} onClick={() => void restore.run(appId)}>
              Restore<span className="hidden"> {name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
