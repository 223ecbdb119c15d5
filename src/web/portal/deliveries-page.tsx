import { type ReactNode, useState } from 'react';
import type { Delivery } from '../../../generated/notifications/types.ts';
import { Button } from '../ui/button.tsx';
import { Drawer } from '../ui/dialog.tsx';
import { PagedList, usePages, useRefresh } from '../ui/paged-list.tsx';
import { AppLink } from '../ui/router.tsx';
import {
  type DeliveryFilter,
  DeliveryFilterForm,
  deliveryFilterSearch,
  deliveryQuery,
  readDeliveryFilter,
  eventTitle,
  isAccepted,
  stateTexts,
  stateTone,
} from './delivery-filter.tsx';
import { deliveryPath, sectionPath, type SectionProps } from './app-sections.ts';
import { DeliveryDetails } from './delivery-page.tsx';
import { RecoverDeliveries, RedeliverSelected } from './delivery-recovery.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Age, Badge } from '../ui/values.tsx';

/** Milliseconds after which a list in view is read again. */
const refreshMs = 5_000;

/** All events for the webhook, sent or pending. The list keeps itself current. */
export function DeliveriesPage({ api, appId }: SectionProps): ReactNode {
  const { call, portal } = api;
  const [filter, setFilter] = useState(() => readDeliveryFilter(location.search));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [shownId, setShownId] = useState<string>();
  const change = (part: Partial<DeliveryFilter>) => {
    const next = { ...filter, ...part };
    setFilter(next);
    setSelected(new Set());
    const search = deliveryFilterSearch(next);
    history.replaceState(history.state, '', search === '' ? location.pathname : `?${search}`);
  };
  const query = deliveryQuery(filter);
  const pages = usePages(`deliveries ${appId} ${JSON.stringify(query)}`, 'deliveries', (page, signal) =>
    call(() => portal.listDeliveries({ path: { appId }, query: { ...query, ...page }, signal })),
  );
  useRefresh(() => pages.refresh((one, other) => one.deliveryId === other.deliveryId), refreshMs);
  const replace = (delivery: Delivery) =>
    pages.replace(({ deliveryId }) => deliveryId === delivery.deliveryId, delivery);
  const shown = pages.items?.find(({ deliveryId }) => deliveryId === shownId);
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <p className="soft">
        Signed events to your webhook, newest first, kept for 30 days. New ones appear by themselves.
      </p>
      <DeliveryFilterForm filter={filter} onChange={change}>
        <Button busy={pages.loading} onClick={pages.reload}>
          Refresh
        </Button>
      </DeliveryFilterForm>
      <RedeliverSelected
        api={api}
        appId={appId}
        deliveries={pages.items ?? []}
        selected={selected}
        onSelect={setSelected}
        onRedelivered={pages.reload}
      />
      <PagedList pages={pages} empty={<NoDelivery appId={appId} filtered={Object.keys(query).length > 0} />}>
        {(deliveries) => (
          <DeliveryTable
            appId={appId}
            deliveries={deliveries}
            selected={selected}
            onSelect={(deliveryId, on) => {
              const others = [...selected].filter((id) => id !== deliveryId);
              setSelected(new Set(on ? [...others, deliveryId] : others));
            }}
            onShow={({ deliveryId }) => setShownId(deliveryId)}
          />
        )}
      </PagedList>
      <RecoverDeliveries api={api} appId={appId} onRecovered={pages.reload} />
      {shown !== undefined && (
        <Drawer title={eventTitle(shown.status)} onClose={() => setShownId(undefined)}>
          <DeliveryDetails api={api} appId={appId} delivery={shown} onChange={replace} />
          <p>
            <AppLink to={deliveryPath(appId, shown.deliveryId)}>Open on a page of its own</AppLink>
          </p>
        </Drawer>
      )}
    </section>
  );
}

function NoDelivery({ appId, filtered }: { readonly appId: string; readonly filtered: boolean }): ReactNode {
  if (filtered) return <p>No event matches the filters.</p>;
  return (
    <>
      <p>No event yet. Register a webhook and send a test event.</p>
      <AppLink className="button primary" to={sectionPath(appId, 'webhook')}>
        Set up the webhook
      </AppLink>
    </>
  );
}

/** Events with what became of their webhook, one line each. A settled one can be selected. */
function DeliveryTable({
  appId,
  deliveries,
  selected,
  onSelect,
  onShow,
}: {
  readonly appId: string;
  readonly deliveries: readonly Delivery[];
  /** Ids. */
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (deliveryId: string, selected: boolean) => void;
  readonly onShow: (delivery: Delivery) => void;
}): ReactNode {
  return (
    <div className="deliveries">
      <DataTable
        label="Delivery log"
        rows={deliveries}
        rowKey={({ deliveryId }) => deliveryId}
        columns={[
          {
            title: 'Status',
            cell: ({ deliveryId, notificationId, status, state }) => (
              <span className="row status">
                <input
                  type="checkbox"
                  aria-label={`Select ${eventTitle(status)} ${notificationId}`}
                  checked={selected.has(deliveryId)}
                  disabled={state === 'pending'}
                  onChange={(event) => onSelect(deliveryId, event.target.checked)}
                />
                <Badge tone={stateTone[state]}>{stateTexts[state]}</Badge>
              </span>
            ),
          },
          {
            title: 'Event',
            cell: (delivery) => (
              <span className="row">
                <button type="button" className="toggle" aria-haspopup="dialog" onClick={() => onShow(delivery)}>
                  {eventTitle(delivery.status)}
                  {delivery.test && <Badge tone="quiet">test</Badge>}
                </button>
              </span>
            ),
          },
          {
            title: 'HTTP',
            cell: ({ attempts }) => {
              const { status, error } = attempts.at(-1) ?? { status: null, error: null };
              if (attempts.length === 0) return '–';
              return <Badge tone={isAccepted(status) ? 'good' : 'bad'}>{status ?? error ?? 'none'}</Badge>;
            },
          },
          { title: 'Attempts', kind: 'number', cell: ({ attempts }) => attempts.length },
          {
            title: 'Next retry',
            cell: ({ attempts, nextAttemptAt }) =>
              nextAttemptAt === null || attempts.length === 0 ? '–' : <Age at={nextAttemptAt} />,
          },
          { title: 'Age', cell: ({ createdAt }) => <Age at={createdAt} /> },
          {
            title: '',
            cell: ({ deliveryId, notificationId }) => (
              <AppLink to={deliveryPath(appId, deliveryId)}>
                Open<span className="hidden"> the delivery of {notificationId}</span>
              </AppLink>
            ),
          },
        ]}
      />
    </div>
  );
}
