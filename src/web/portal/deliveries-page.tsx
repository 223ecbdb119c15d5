import { type ReactNode, useState } from 'react';
import type { Delivery, DeliveryState } from '../../../generated/notifications/types.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Choice, Field } from '../ui/field.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { callWithSession } from '../ui/session.ts';
import { Time } from '../ui/time.tsx';
import { useAction } from '../ui/use-action.ts';
import { usePages } from '../ui/use-pages.ts';
import { AppLink } from '../ui/router.tsx';
import { deliveryPath } from './app-sections.ts';
import { deliverySummary, eventTitle, eventTitles } from './delivery-words.ts';
import { RecoverDeliveries } from './recover-deliveries.tsx';
import type { SectionProps } from './section-props.ts';
import { DeliveryProgress } from './delivery-progress.tsx';
import { stateTone } from './state-tone.ts';

const states = [
  { value: 'all', text: 'All' },
  { value: 'pending', text: 'Waiting' },
  { value: 'delivered', text: 'Received' },
  { value: 'dropped', text: 'Failed' },
] as const satisfies readonly { readonly value: 'all' | DeliveryState; readonly text: string }[];

const events = [
  { value: 'all', text: 'All' },
  ...Object.entries(eventTitles).map(([value, text]) => ({ value, text })),
];

interface Filter {
  readonly state: (typeof states)[number]['value'];
  /** Status of the event. */
  readonly event: string;
  readonly notificationId: string;
}

/** Filter of the address, so that a link shows the same list. */
function filterOfAddress(): Filter {
  const parameters = new URLSearchParams(location.search);
  const state = parameters.get('state');
  return {
    state: states.find(({ value }) => value === state)?.value ?? 'all',
    event: parameters.get('event') ?? 'all',
    notificationId: parameters.get('notification') ?? '',
  };
}

function addressOf({ state, event, notificationId }: Filter): string {
  const parameters = new URLSearchParams({
    ...(state !== 'all' && { state }),
    ...(event !== 'all' && { event }),
    ...(notificationId !== '' && { notification: notificationId }),
  });
  return parameters.size === 0 ? location.pathname : `?${parameters.toString()}`;
}

const notificationIdPattern = /^ntf_(test_)?[0-9A-Za-z]{20,40}$/;

/** All events for the webhook, sent or pending. */
export function DeliveriesPage({ api, appId }: SectionProps): ReactNode {
  const { session, portal } = api;
  const [filter, setFilter] = useState(filterOfAddress);
  const select = (change: Partial<Filter>) => {
    const next = { ...filter, ...change };
    setFilter(next);
    history.replaceState(history.state, '', addressOf(next));
  };
  const notificationId = notificationIdPattern.test(filter.notificationId) ? filter.notificationId : undefined;
  const query = {
    ...(filter.state !== 'all' && { state: filter.state }),
    ...(filter.event !== 'all' && { status: filter.event }),
    ...(notificationId !== undefined && { notificationId }),
  };
  const pages = usePages(`deliveries ${appId} ${JSON.stringify(query)}`, async (cursor, signal) => {
    const { deliveries, nextCursor } = await callWithSession(session, () =>
      portal.listDeliveries({ path: { appId }, query: { ...query, ...(cursor !== undefined && { cursor }) }, signal }),
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
        <Choice label="State" value={filter.state} options={states} onChange={(state) => select({ state })} />
        <Choice label="Event" value={filter.event} options={events} onChange={(event) => select({ event })} />
        <Field
          label="Notification"
          value={filter.notificationId}
          onChange={(text) => select({ notificationId: text.trim() })}
          placeholder="ntf_…"
          autoComplete="off"
        />
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
            {Object.keys(query).length === 0
              ? 'No event yet. Register a webhook and send a test event.'
              : 'No event matches the filters.'}
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
  const { notificationId, status, state, test, createdAt } = delivery;
  const [open, setOpen] = useState(false);
  return (
    <li className="card">
      <div className="row between">
        <button type="button" className="toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span className="chevron" aria-hidden="true" />
          <strong>{eventTitle(status)}</strong>
          {test && <Badge tone="quiet">test</Badge>}
        </button>
        <Badge tone={stateTone[state]}>{deliverySummary(delivery)}</Badge>
      </div>
      <p className="row soft">
        <Time at={createdAt} />
        <code>{notificationId}</code>
        <AppLink to={deliveryPath(appId, delivery.deliveryId)}>Open</AppLink>
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
