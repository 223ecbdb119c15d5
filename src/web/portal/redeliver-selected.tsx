import { type ReactNode, useState } from 'react';
import type { Delivery } from '../../../generated/notifications/types.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { callWithSession } from '../ui/session.ts';
import { useAction } from '../ui/use-action.ts';
import type { SectionProps } from './section-props.ts';

/** Maximum number of deliveries of one call. */
const perCall = 100;

export interface RedeliverSelectedProps extends Pick<SectionProps, 'api' | 'appId'> {
  /** Deliveries that are shown. */
  readonly deliveries: readonly Delivery[];
  /** Ids. */
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onRedelivered: () => void;
}

/** Selects all settled deliveries that are shown, and delivers the selected ones again. */
export function RedeliverSelected({
  api: { session, portal },
  appId,
  deliveries,
  selected,
  onSelect,
  onRedelivered,
}: RedeliverSelectedProps): ReactNode {
  const [redelivered, setRedelivered] = useState<number>();
  const settled = deliveries.filter(({ state }) => state !== 'pending').map(({ deliveryId }) => deliveryId);
  const chosen = settled.filter((id) => selected.has(id));
  const redeliver = useAction(async () => {
    let count = 0;
    for (let start = 0; start < chosen.length; start += perCall) {
      const body = { deliveryIds: chosen.slice(start, start + perCall) };
      const result = await callWithSession(session, () => portal.redeliverSelected({ path: { appId }, body }));
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
