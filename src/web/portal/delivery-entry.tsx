import { type ReactNode, useState } from 'react';
import type { Delivery } from '../../../generated/notifications/types.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { AppLink } from '../ui/router.tsx';
import { Time } from '../ui/time.tsx';
import { deliveryPath } from './app-sections.ts';
import { DeliveryProgress } from './delivery-progress.tsx';
import { deliverySummary, eventTitle } from './delivery-texts.ts';
import type { SectionProps } from './section-props.ts';
import { stateTone } from './state-tone.ts';

export interface DeliveryEntryProps extends Pick<SectionProps, 'api' | 'appId'> {
  readonly delivery: Delivery;
  readonly selected: boolean;
  readonly onSelect: (selected: boolean) => void;
  readonly redeliver: () => void;
  readonly busy: boolean;
  readonly onChange: (delivery: Delivery) => void;
}

/** An event of the delivery log; a settled one can be selected. */
export function DeliveryEntry({
  api,
  appId,
  delivery,
  selected,
  onSelect,
  redeliver,
  busy,
  onChange,
}: DeliveryEntryProps): ReactNode {
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
