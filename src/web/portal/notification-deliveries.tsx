import { type ReactNode, useEffect, useState } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ask } from '../ui/session.ts';
import { useResource } from '../ui/use-resource.ts';
import { Wait } from '../ui/wait.tsx';
import { DeliveryProgress } from './delivery-progress.tsx';
import type { PortalApi } from './portal-api.ts';

export interface NotificationDeliveriesProps {
  readonly api: PortalApi;
  readonly appId: string;
  readonly notificationId: string;
}

/** Milliseconds between two looks, and how many: an app without a webhook has no deliveries. */
const lookAgain = 700;
const mostLooks = 5;

/** The webhook events of one notification as they go out. */
export function NotificationDeliveries({ api, appId, notificationId }: NotificationDeliveriesProps): ReactNode {
  const { session, portal } = api;
  const [looks, setLooks] = useState(1);
  const found = useResource(`${notificationId} ${looks}`, async (signal) => {
    const page = await ask(session, () =>
      portal.listDeliveries({ path: { appId }, query: { notificationId, limit: 10 }, signal }),
    );
    return page.deliveries.toReversed();
  });
  const { value, error, reload } = found;
  useEffect(() => {
    if (value === undefined || value.length > 0 || looks >= mostLooks) return undefined;
    const timer = setTimeout(() => setLooks(looks + 1), lookAgain);
    return () => clearTimeout(timer);
  }, [value, looks]);
  if (error !== undefined) return <ErrorNotice error={error} retry={reload} />;
  if (value === undefined || (value.length === 0 && looks < mostLooks)) return <Wait>Looking for its webhooks…</Wait>;
  if (value.length === 0) return <p className="soft">No webhook was sent: the app has none registered.</p>;
  return (
    <>
      {value.map((delivery) => (
        <div key={delivery.deliveryId}>
          <h4>Webhook {delivery.status}</h4>
          <DeliveryProgress api={api} appId={appId} delivery={delivery} />
        </div>
      ))}
    </>
  );
}
