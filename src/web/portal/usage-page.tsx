import { type ReactNode, useState } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Choice } from '../ui/field.tsx';
import { AppLink } from '../ui/router.tsx';
import { callWithSession } from '../ui/session.ts';
import { useResource } from '../ui/use-resource.ts';
import { Wait } from '../ui/wait.tsx';
import type { SectionProps } from './section-props.ts';
import { sectionPath } from './app-sections.ts';
import { UsageChart } from './usage-chart.tsx';
import { isoDay, statusesOf, type UsageDay, usageDays, usageTotals } from './usage-range.ts';

const ranges = [
  { value: '7', text: '7 days' },
  { value: '30', text: '30 days' },
  { value: '92', text: '92 days' },
] as const;

type Days = (typeof ranges)[number]['value'];

const count = new Intl.NumberFormat();
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

const dayMs = 86_400_000;

const titles: Readonly<Record<string, string>> = {
  queued: 'Accepted',
  delivered: 'Delivered',
  clicked: 'Tapped',
  suppressed_user_in_app: 'User was in the app',
  dropped_permission_revoked: 'Permission was off',
  dropped_device_unreachable: 'No device',
};

/** Outcomes of the app's notifications per day. */
export function UsagePage({ api: { session, portal }, appId }: SectionProps): ReactNode {
  const [days, setDays] = useState<Days>('30');
  const usage = useResource(`usage ${appId} ${days}`, async (signal) => {
    const now = Date.now();
    const query = { from: isoDay(now - (Number(days) - 1) * dayMs), to: isoDay(now) };
    const { from, to, counts } = await callWithSession(session, () =>
      portal.getUsage({ path: { appId }, query, signal }),
    );
    return usageDays(from, to, counts);
  });
  return (
    <section aria-labelledby="usage">
      <div className="row between">
        <h2 id="usage">Usage</h2>
        <Choice label="Range" value={days} options={ranges} onChange={setDays} />
      </div>
      <ErrorNotice error={usage.error} retry={usage.reload} />
      {usage.value === undefined && usage.loading && <Wait />}
      {usage.value !== undefined && <Figures days={usage.value} appId={appId} />}
    </section>
  );
}

function Figures({ days, appId }: { readonly days: readonly UsageDay[]; readonly appId: string }): ReactNode {
  const totals = usageTotals(days);
  const statuses = statusesOf(totals);
  return (
    <>
      <dl className="figures">
        {statuses.map((status) => (
          <div key={status} className="card">
            <dt>
              <span className={`key ${status}`} aria-hidden="true" /> {titles[status] ?? status}
            </dt>
            <dd>{count.format(totals.get(status) ?? 0)}</dd>
          </div>
        ))}
      </dl>
      {totals.size === 0 ? (
        <div className="empty">
          <p>No notifications were sent in this period. Test sends are not counted.</p>
          <AppLink to={sectionPath(appId, 'playground')}>Send a test notification in the playground</AppLink>
        </div>
      ) : (
        <div className="card">
          <UsageChart days={days} />
          <details>
            <summary>Numbers</summary>
            <UsageTable days={days} statuses={statuses} />
          </details>
        </div>
      )}
    </>
  );
}

function UsageTable({
  days,
  statuses,
}: {
  readonly days: readonly UsageDay[];
  readonly statuses: readonly string[];
}): ReactNode {
  const busy = days.filter(({ counts }) => Object.keys(counts).length > 0).toReversed();
  return (
    <div className="table" role="region" aria-label="Notifications per day" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>Day (UTC)</th>
            {statuses.map((status) => (
              <th key={status} className="number">
                {titles[status] ?? status}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {busy.map(({ date, counts }) => (
            <tr key={date}>
              <td>{day.format(new Date(date))}</td>
              {statuses.map((status) => (
                <td key={status} className="number">
                  {count.format(counts[status] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
