import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Delivery } from '../../../generated/notifications/types.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PagedList, usePages } from '../ui/paged-list.tsx';
import { useAction } from '../ui/requests.tsx';
import {
  type DeliveryFilter,
  DeliveryFilterForm,
  deliveryFilterSearch,
  deliveryQuery,
  readDeliveryFilter,
} from './delivery-filter.tsx';
import { deliveryPath, type SectionProps } from './app-sections.ts';
import { Badge, Time } from '../ui/values.tsx';
import { AppLink } from '../ui/router.tsx';
import { DeliveryProgress, deliverySummary, eventTitle, stateTone } from './delivery-page.tsx';
import { Choice } from '../ui/field.tsx';
import type { PortalApi } from './portal-api.ts';

/** Milliseconds after which a list in view is read again. */
const refreshMs = 5_000;

/** All events for the webhook, sent or pending. The list keeps itself current. */
export function DeliveriesPage({ api, appId }: SectionProps): ReactNode {
  const { call, portal } = api;
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
    const { deliveries, nextCursor } = await call(() =>
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
    const delivery = await call(() => portal.redeliver({ path: { appId, deliveryId } }));
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

/** An event of the delivery log; a settled one can be selected. */
function DeliveryEntry({
  api,
  appId,
  delivery,
  selected,
  onSelect,
  redeliver,
  busy,
  onChange,
}: Pick<SectionProps, 'api' | 'appId'> & {
  readonly delivery: Delivery;
  readonly selected: boolean;
  readonly onSelect: (selected: boolean) => void;
  readonly redeliver: () => void;
  readonly busy: boolean;
  readonly onChange: (delivery: Delivery) => void;
}): ReactNode {
  const { notificationId, status, state, test, createdAt } = delivery;
  const [open, setOpen] = useState(false);
  return (
    <li className="card">
      <div className="row between">
        <div className="row">
          {state !== 'pending' && (
            <input
              type="checkbox"
              aria-label={`Select ${eventTitle(status)} ${notificationId}`}
              checked={selected}
              onChange={(event) => onSelect(event.target.checked)}
            />
          )}
          <button type="button" className="toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
            <span className="chevron" aria-hidden="true" />
            <strong>{eventTitle(status)}</strong>
            {test && <Badge tone="quiet">test</Badge>}
          </button>
        </div>
        <Badge tone={stateTone[state]}>{deliverySummary(delivery)}</Badge>
      </div>
      <p className="row soft">
        <Time at={createdAt} to="second" />
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

const hourMs = 3_600_000;
const ranges = [
  { value: 'hour', text: 'Last hour', ms: hourMs },
  { value: 'day', text: 'Last day', ms: 24 * hourMs },
  { value: 'week', text: 'Last 7 days', ms: 7 * 24 * hourMs },
  { value: 'month', text: 'Last 30 days', ms: 30 * 24 * hourMs },
] as const;
type Range = (typeof ranges)[number]['value'];

/** Delivers everything again that was dropped since a time. */
function RecoverDeliveries({
  api: { call, portal },
  appId,
  onRecovered,
}: {
  readonly api: PortalApi;
  readonly appId: string;
  readonly onRecovered: () => void;
}): ReactNode {
  const [range, setRange] = useState<Range>('day');
  const [recovered, setRecovered] = useState<number>();
  const recover = useAction(async () => {
    const { ms } = ranges.find(({ value }) => value === range) ?? ranges[1];
    const body = { since: new Date(Date.now() - ms).toISOString() };
    let total = 0;
    for (let remaining = true; remaining;) {
      const result = await call(() => portal.recoverDeliveries({ path: { appId }, body }));
      total += result.recovered;
      remaining = result.remaining;
    }
    setRecovered(total);
    onRecovered();
  });
  return (
    <details className="card">
      <summary>Recover after an outage</summary>
      <p className="soft">Delivers every dropped event of this time again, oldest first, with 8 fresh attempts.</p>
      <div className="row filter">
        <Choice label="Dropped in the" value={range} options={ranges} onChange={setRange} />
        <Button busy={recover.busy} onClick={() => void recover.run()}>
          Recover
        </Button>
      </div>
      <ErrorNotice error={recover.error} />
      {recovered !== undefined && (
        <p role="status">
          {recovered === 0
            ? 'Nothing was dropped in this time.'
            : `${recovered} ${recovered === 1 ? 'event is' : 'events are'} on the way again.`}
        </p>
      )}
    </details>
  );
}

/** Maximum number of deliveries of one call. */
const perCall = 100;

/** Selects all settled deliveries that are shown, and delivers the selected ones again. */
function RedeliverSelected({
  api: { call, portal },
  appId,
  deliveries,
  selected,
  onSelect,
  onRedelivered,
}: Pick<SectionProps, 'api' | 'appId'> & {
  /** Deliveries that are shown. */
  readonly deliveries: readonly Delivery[];
  /** Ids. */
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onRedelivered: () => void;
}): ReactNode {
  const [redelivered, setRedelivered] = useState<number>();
  const settled = deliveries.filter(({ state }) => state !== 'pending').map(({ deliveryId }) => deliveryId);
  const chosen = settled.filter((id) => selected.has(id));
  const redeliver = useAction(async () => {
    let count = 0;
    for (let start = 0; start < chosen.length; start += perCall) {
      const body = { deliveryIds: chosen.slice(start, start + perCall) };
      const result = await call(() => portal.redeliverSelected({ path: { appId }, body }));
      count += result.redelivered.length;
    }
    setRedelivered(count);
    onSelect(new Set());
    onRedelivered();
  });
  if (settled.length === 0 && redelivered === undefined) return null;
  const all = chosen.length === settled.length;
  return (
    <>
      <div className="row filter">
        {settled.length > 0 && (
          <Button onClick={() => onSelect(new Set(all ? [] : settled))}>
            {all ? 'Select none' : `Select all ${settled.length}`}
          </Button>
        )}
        {chosen.length > 0 && (
          <Button kind="primary" busy={redeliver.busy} onClick={() => void redeliver.run()}>
            {`Deliver ${chosen.length} again`}
          </Button>
        )}
        {redelivered !== undefined && chosen.length === 0 && (
          <span role="status">
            {redelivered} {redelivered === 1 ? 'event is' : 'events are'} on the way again.
          </span>
        )}
      </div>
      <ErrorNotice error={redeliver.error} />
    </>
  );
}
