import { type ReactNode, useState } from 'react';
import type { Delivery } from '../../../generated/notifications/types.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/field.tsx';
import { useAction } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import type { SectionProps } from './app-sections.ts';
import type { PortalApi } from './portal-api.ts';

const hourMs = 3_600_000;
const ranges = [
  { value: 'hour', text: 'Last hour', ms: hourMs },
  { value: 'day', text: 'Last day', ms: 24 * hourMs },
  { value: 'week', text: 'Last 7 days', ms: 7 * 24 * hourMs },
  { value: 'month', text: 'Last 30 days', ms: 30 * 24 * hourMs },
] as const;
type Range = (typeof ranges)[number]['value'];

/** Delivers everything again that was dropped since a time. */
export function RecoverDeliveries({
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

const perCall = 100;

/** Selects all settled deliveries that are shown, and delivers the selected ones again. */
export function RedeliverSelected({
  api: { call, portal },
  appId,
  deliveries,
  selected,
  onSelect,
  onRedelivered,
}: Pick<SectionProps, 'api' | 'appId'> & {
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
