import type { ReactNode } from 'react';
import type { Delivery } from '../../../generated/notifications/types.ts';
import { DataTable } from '../ui/data-table.tsx';
import { AppLink } from '../ui/router.tsx';
import { Age, Badge } from '../ui/values.tsx';
import { deliveryPath } from './app-sections.ts';
import { eventTitle, isAccepted, stateTexts, stateTone } from './delivery-texts.ts';

/** Events with what became of their webhook, one line each. A settled one can be selected. */
export function DeliveryTable({
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
