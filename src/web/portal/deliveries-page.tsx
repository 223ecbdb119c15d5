import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Delivery } from '../../../generated/notifications/types.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { callWithSession } from '../ui/session.ts';
import { useAction } from '../ui/use-action.ts';
import { usePages } from '../ui/use-pages.ts';
import { DeliveryEntry } from './delivery-entry.tsx';
import { type DeliveryFilter, deliveryFilterSearch, deliveryQuery, readDeliveryFilter } from './delivery-filter.ts';
import { DeliveryFilterForm } from './delivery-filter-form.tsx';
import { RecoverDeliveries } from './recover-deliveries.tsx';
import { RedeliverSelected } from './redeliver-selected.tsx';
import type { SectionProps } from './section-props.ts';

/** Milliseconds after which a list in view is read again. */
const refreshMs = 5_000;

/** All events for the webhook, sent or pending. The list keeps itself current. */
export function DeliveriesPage({ api, appId }: SectionProps): ReactNode {
  const { session, portal } = api;
  const [filter, setFilter] = useState(() => readDeliveryFilter(location.search));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const change = (part: Partial<DeliveryFilter>) => {
    const next = { ...filter, ...part };
    setFilter(next);
    setSelected(new Set());
    const search = deliveryFilterSearch(next);
    history.replaceState(history.state, '', search === '' ? location.pathname : `?${search}`);
  };
  const query = deliveryQuery(filter);
  const pages = usePages(`deliveries ${appId} ${JSON.stringify(query)}`, async (cursor, signal) => {
    const { deliveries, nextCursor } = await callWithSession(session, () =>
      portal.listDeliveries({ path: { appId }, query: { ...query, ...(cursor !== undefined && { cursor }) }, signal }),
    );
    return { items: deliveries, nextCursor };
  });
  const refresh = useRef<() => void>(() => undefined);
  useEffect(() => {
    refresh.current = () => pages.refresh((one, other) => one.deliveryId === other.deliveryId);
  });
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh.current(), refreshMs);
    return () => clearInterval(timer);
  }, []);
  const replace = (delivery: Delivery) =>
    pages.replace(({ deliveryId }) => deliveryId === delivery.deliveryId, delivery);
  const again = useAction(async ({ deliveryId }: Delivery) => {
    const delivery = await callWithSession(session, () => portal.redeliver({ path: { appId, deliveryId } }));
    replace(delivery);
  });
  const select = (deliveryId: string, on: boolean) => {
    const others = [...selected].filter((id) => id !== deliveryId);
    setSelected(new Set(on ? [...others, deliveryId] : others));
  };
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <p className="soft">Signed events to your webhook, newest first, kept for 30 days.</p>
      <DeliveryFilterForm filter={filter} onChange={change}>
        <Button busy={pages.loading} onClick={pages.reload}>
          Refresh
        </Button>
      </DeliveryFilterForm>
      <RecoverDeliveries api={api} appId={appId} onRecovered={pages.reload} />
      <RedeliverSelected
        api={api}
        appId={appId}
        deliveries={pages.items ?? []}
        selected={selected}
        onSelect={setSelected}
        onRedelivered={pages.reload}
      />
      <ErrorNotice error={again.error} />
      <PagedList
        pages={pages}
        empty={
          <p>
            {Object.keys(query).length === 0
              ? 'No event yet. Register a webhook and send a test event.'
              : 'No event matches the filters.'}
          </p>
        }
      >
        {(deliveries) => (
          <ul className="deliveries">
            {deliveries.map((delivery) => (
              <DeliveryEntry
                key={delivery.deliveryId}
                api={api}
                appId={appId}
                delivery={delivery}
                selected={selected.has(delivery.deliveryId)}
                onSelect={(on) => select(delivery.deliveryId, on)}
                redeliver={() => void again.run(delivery)}
                busy={again.busy}
                onChange={replace}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}
