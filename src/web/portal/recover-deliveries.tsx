import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Choice } from '../ui/field.tsx';
import { callWithSession } from '../ui/session.ts';
import { useAction } from '../ui/use-action.ts';
import type { PortalApi } from './portal-api.ts';

const hourMs = 3_600_000;
const ranges = [
  { value: 'hour', text: 'Last hour', ms: hourMs },
  { value: 'day', text: 'Last day', ms: 24 * hourMs },
  { value: 'week', text: 'Last 7 days', ms: 7 * 24 * hourMs },
  { value: 'month', text: 'Last 30 days', ms: 30 * 24 * hourMs },
] as const;
type Range = (typeof ranges)[number]['value'];

export interface RecoverDeliveriesProps {
  readonly api: PortalApi;
  readonly appId: string;
  readonly onRecovered: () => void;
}

/** Delivers everything again that was dropped since a time. */
export function RecoverDeliveries({ api: { session, portal }, appId, onRecovered }: RecoverDeliveriesProps): ReactNode {
  const [range, setRange] = useState<Range>('day');
  const [recovered, setRecovered] = useState<number>();
  const recover = useAction(async () => {
    const { ms } = ranges.find(({ value }) => value === range) ?? ranges[1];
    const body = { since: new Date(Date.now() - ms).toISOString() };
    let total = 0;
    for (let remaining = true; remaining;) {
      const result = await callWithSession(session, () => portal.recoverDeliveries({ path: { appId }, body }));
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
