import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { AppLink } from '../ui/router.tsx';
import { callWithSession } from '../ui/session.ts';
import { Time } from '../ui/time.tsx';
import { useAction } from '../ui/use-action.ts';
import { useResource } from '../ui/use-resource.ts';
import { Wait } from '../ui/wait.tsx';
import { sectionPath } from './app-sections.ts';
import { DeliveryProgress } from './delivery-progress.tsx';
import { eventTitle } from './delivery-texts.ts';
import type { SectionProps } from './section-props.ts';

export interface DeliveryPageProps extends Pick<SectionProps, 'api' | 'appId'> {
  readonly deliveryId: string;
}

/** One delivery at its own address. */
export function DeliveryPage({ api, appId, deliveryId }: DeliveryPageProps): ReactNode {
  const { session, portal } = api;
  const path = { appId, deliveryId };
  const { value, error, loading, reload, replace } = useResource(`delivery ${deliveryId}`, (signal) =>
    callWithSession(session, () => portal.getDelivery({ path, signal })),
  );
  const again = useAction(async () => replace(await callWithSession(session, () => portal.redeliver({ path }))));
  return (
    <section aria-labelledby="delivery">
      <p className="crumbs">
        <AppLink to={sectionPath(appId, 'deliveries')}>All deliveries</AppLink>
      </p>
      <ErrorNotice error={error} retry={reload} />
      {value === undefined && loading && <Wait />}
      {value === undefined && !loading && <h2 id="delivery">Delivery</h2>}
      {value !== undefined && (
        <>
          <h2 id="delivery">{eventTitle(value.status)}</h2>
          <p className="row soft">
            <Time at={value.createdAt} to="second" />
            <code>{value.notificationId}</code>
          </p>
          <div className="card stack">
            <DeliveryProgress key={value.state} api={api} appId={appId} delivery={value} onChange={replace} />
            <ErrorNotice error={again.error} />
            {value.state !== 'pending' && (
              <Button busy={again.busy} onClick={() => void again.run()}>
                Deliver again
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  );
}
