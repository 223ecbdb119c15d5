import { type ReactNode, useEffect } from 'react';
import type { Delivery } from '../../../generated/notifications/types.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { callWithSession } from '../ui/session.ts';
import { useResource } from '../ui/use-resource.ts';
import { DeliveryDetails } from './delivery-details.tsx';
import type { PortalApi } from './portal-api.ts';

export interface DeliveryProgressProps {
  readonly api: PortalApi;
  readonly appId: string;
  /** The last known state. */
  readonly delivery: Delivery;
  /** Called when the state changes. */
  readonly onChange?: (delivery: Delivery) => void;
}

/** Milliseconds between two polls of a pending delivery. */
const pollInterval = 1_500;

/** One delivery with its attempts, polled until it is settled. */
export function DeliveryProgress({
  api: { session, portal },
  appId,
  delivery,
  onChange,
}: DeliveryProgressProps): ReactNode {
  const { deliveryId } = delivery;
  const {
    value = delivery,
    error,
    reload,
  } = useResource(deliveryId, (signal) =>
    callWithSession(session, () => portal.getDelivery({ path: { appId, deliveryId }, signal })),
  );
  useEffect(() => {
    if (value.state !== 'pending') return undefined;
    const timer = setTimeout(reload, pollInterval);
    return () => clearTimeout(timer);
  }, [value, reload]);
  const changed = value.state !== delivery.state;
  useEffect(() => {
    if (changed) onChange?.(value);
  }, [changed, value, onChange]);
  return (
    <>
      <ErrorNotice error={error} retry={reload} />
      <DeliveryDetails delivery={value} />
    </>
  );
}
