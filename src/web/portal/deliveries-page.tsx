import { type ReactNode, useState } from 'react';
import type { Delivery, DeliveryState } from '../../../generated/notifications/types.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Choice } from '../ui/field.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { callWithSession } from '../ui/session.ts';
import { Time } from '../ui/time.tsx';
import { useAction } from '../ui/use-action.ts';
import { usePages } from '../ui/use-pages.ts';
import { RecoverDeliveries } from './recover-deliveries.tsx';
import type { SectionProps } from './section-props.ts';
import { DeliveryProgress } from './delivery-progress.tsx';
import { stateTone } from './state-tone.ts';

const filters = [
  { value: 'all', text: 'All' },
  { value: 'pending', text: 'Pending' },
  { value: 'delivered', text: 'Delivered' },
  { value: 'dropped', text: 'Dropped' },
] as const satisfies readonly { readonly value: 'all' | DeliveryState; readonly text: string }[];

type Filter = (typeof filters)[number]['value'];

/** Filter of the address, so that a link shows the same list. */
const filterOfAddress = (): Filter => {
  const state = new URLSearchParams(location.search).get('state');
  return filters.find(({ value }) => value === state)?.value ?? 'all';
};

/** All events for the webhook, sent or pending. */
export function DeliveriesPage({ api, appId }: SectionProps): ReactNode {
  const { session, portal } = api;
  const [filter, setFilter] = useState<Filter>(filterOfAddress);
  const select = (next: Filter) => {
    setFilter(next);
    history.replaceState(history.state, '', next === 'all' ? location.pathname : `?state=${next}`);
  };
  const pages = usePages(`deliveries ${appId} ${filter}`, async (cursor, signal) => {
    const query = { ...(filter !== 'all' && { state: filter }), ...(cursor !== undefined && { cursor }) };
    const { deliveries, nextCursor } = await callWithSession(session, () =>
      portal.listDeliveries({ path: { appId }, query, signal }),
    );
    return { items: deliveries, nextCursor };
  });
  const replace = (delivery: Delivery) =>
    pages.replace(({ deliveryId }) => deliveryId === delivery.deliveryId, delivery);
  const again = useAction(async ({ deliveryId }: Delivery) => {
    const delivery = await callWithSession(session, () => portal.redeliver({ path: { appId, deliveryId } }));
    replace(delivery);
  });
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <p className="soft">Signed events to your webhook, newest first, kept for 30 days.</p>
      <div className="row filter">
        <Choice label="State" value={filter} options={filters} onChange={select} />
        <Button busy={pages.loading} onClick={pages.reload}>
          Refresh
        </Button>
      </div>
      <RecoverDeliveries api={api} appId={appId} onRecovered={pages.reload} />
      <ErrorNotice error={again.error} />
      <PagedList
        pages={pages}
        empty={
          <p>
            {filter === 'all' ? 'No event yet. Register a webhook and send a test event.' : `Nothing is ${filter}.`}
          </p>
        }
      >
        {(deliveries) => (
          <ul className="deliveries">
            {deliveries.map((delivery) => (
              <Entry
                key={delivery.deliveryId}
                api={api}
                appId={appId}
                delivery={delivery}
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

interface EntryProps extends Pick<SectionProps, 'api' | 'appId'> {
  readonly delivery: Delivery;
  readonly redeliver: () => void;
  readonly busy: boolean;
  readonly onChange: (delivery: Delivery) => void;
}

function Entry({ api, appId, delivery, redeliver, busy, onChange }: EntryProps): ReactNode {
  const { notificationId, status, state, test, createdAt, attempts } = delivery;
  const [open, setOpen] = useState(false);
  return (
    <li className="card">
      <div className="row between">
        <button type="button" className="toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span className="chevron" aria-hidden="true" />
          <strong>{status}</strong>
          {test && <Badge tone="quiet">test</Badge>}
        </button>
        <Badge tone={stateTone[state]}>{state}</Badge>
      </div>
      <p className="row soft">
        <Time at={createdAt} />
        <code>{notificationId}</code>
        {!open && attempts.length > 1 && <span>{attempts.length} attempts</span>}
      </p>
      {open && (
        <div className="stack">
          <DeliveryProgress key={state} api={api} appId={appId} delivery={delivery} onChange={onChange} />
          {state !== 'pending' && (
            <Button busy={busy} onClick={redeliver}>
              Deliver again
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
