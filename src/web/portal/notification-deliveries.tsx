import { type ReactNode, useEffect, useState } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { callWithSession } from '../ui/session.ts';
import { useResource } from '../ui/use-resource.ts';
import { Wait } from '../ui/wait.tsx';
import { DeliveryProgress } from './delivery-progress.tsx';
import type { PortalApi } from './portal-api.ts';

export interface NotificationDeliveriesProps {
  readonly api: PortalApi;
  readonly appId: string;
  readonly notificationId: string;
}

/** Milliseconds between two polls, and their number: an app without a webhook has no deliveries. */
const pollInterval = 700;
const maxPolls = 5;

/** The webhook deliveries of one notification, updated while they are sent. */
export function NotificationDeliveries({ api, appId, notificationId }: NotificationDeliveriesProps): ReactNode {
  const { session, portal } = api;
  const [polls, setPolls] = useState(1);
  const found = useResource(`${notificationId} ${polls}`, async (signal) => {
    const page = await callWithSession(session, () =>
      portal.listDeliveries({ path: { appId }, query: { notificationId, limit: 10 }, signal }),
    );
    return page.deliveries.toReversed();
  });
  const { value, error, reload } = found;
  useEffect(() => {
    if (value === undefined || value.length > 0 || polls >= maxPolls) return undefined;
    const timer = setTimeout(() => setPolls(polls + 1), pollInterval);
    return () => clearTimeout(timer);
  }, [value, polls]);
  if (error !== undefined) return <ErrorNotice error={error} retry={reload} />;
  if (value === undefined || (value.length === 0 && polls < maxPolls)) return <Wait>Waiting for its webhooks…</Wait>;
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
