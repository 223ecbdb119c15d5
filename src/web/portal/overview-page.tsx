import type { ReactNode } from 'react';
import type { DeliveryHour, DeliveryStatistics } from '../../../generated/notifications/types.ts';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyState, useRefresh } from '../ui/paged-list.tsx';
import { ResourceStatus, useResource } from '../ui/requests.tsx';
import { AppLink } from '../ui/router.tsx';
import { Age, Badge } from '../ui/values.tsx';
import { type AppSection, deliveryPath, sectionPath, type SectionProps } from './app-sections.ts';
import { type Bar, BarChart } from './bar-chart.tsx';
import { causes } from './delivery-filter.tsx';

/** Milliseconds after which the figures in view are read again. */
const refreshMs = 15_000;

/** What to do first until the first event; then the last 24 hours and what fails. */
export function OverviewPage({ api: { call, portal }, appId, app }: SectionProps): ReactNode {
  const overview = useResource(`overview ${appId}`, async (signal) => {
    const request = { path: { appId }, query: { limit: 1 }, signal };
    const [statistics, { keys }, { deliveries }] = await Promise.all([
      call(() => portal.getDeliveryStatistics({ path: { appId }, signal })),
      call(() => portal.listApiKeys(request)),
      call(() => portal.listDeliveries(request)),
    ]);
    return { statistics, hasKey: keys.length > 0, hasEvent: deliveries.length > 0 };
  });
  const { value, reload } = overview;
  useRefresh(reload, refreshMs);
  return (
    <section aria-labelledby="overview">
      <h2 id="overview">Overview</h2>
      <ResourceStatus of={overview} />
      {value !== undefined && !value.hasEvent && (
        <Checklist appId={appId} done={{ keys: value.hasKey, webhook: app.hasWebhook === true }} />
      )}
      {value?.hasEvent === true && <LastDay appId={appId} statistics={value.statistics} />}
    </section>
  );
}

const steps = [
  { section: 'keys', title: 'Issue an API key', text: 'Your backend sends with it. It is shown once.' },
  { section: 'webhook', title: 'Register a webhook', text: 'It receives what became of every notification.' },
  {
    section: 'playground',
    title: 'Send a test',
    text: 'No device is notified; your webhook gets a real signed request.',
  },
] as const satisfies readonly { readonly section: AppSection; readonly title: string; readonly text: string }[];

function Checklist({
  appId,
  done,
}: {
  readonly appId: string;
  readonly done: Readonly<Partial<Record<AppSection, boolean>>>;
}): ReactNode {
  const next = steps.find(({ section }) => done[section] !== true);
  return (
    <div className="card">
      <h3>Three steps to your first event</h3>
      <ol className="bare checklist">
        {steps.map(({ section, title, text }) => (
          <li key={section} className="row between">
            <span>
              <strong>{title}</strong> {done[section] === true && <Badge tone="good">done</Badge>}
              <br />
              <span className="soft">{text}</span>
            </span>
            {done[section] !== true && (
              <AppLink
                className={section === next?.section ? 'button primary' : 'button'}
                to={sectionPath(appId, section)}
              >
                {title}
              </AppLink>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

const count = new Intl.NumberFormat();
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

const barOf = ({ hour, received, pending, failed }: DeliveryHour): Bar => ({
  key: hour,
  title: `${clock.format(new Date(hour))}: ${received} received, ${pending} waiting, ${failed} failed`,
  label: clock.format(new Date(hour)),
  parts: [
    { kind: 'delivered', count: received },
    { kind: 'dropped_permission_revoked', count: pending },
    { kind: 'dropped_device_unreachable', count: failed },
  ],
});

const figures = [
  { name: 'sent', text: 'Sent' },
  { name: 'received', text: 'Webhook received', kind: 'delivered', state: 'delivered' },
  { name: 'pending', text: 'Webhook waiting', kind: 'dropped_permission_revoked', state: 'pending' },
  { name: 'failed', text: 'Webhook failed', kind: 'dropped_device_unreachable', state: 'dropped' },
] as const;

function LastDay({
  appId,
  statistics: { complete, hours, failures },
}: {
  readonly appId: string;
  readonly statistics: DeliveryStatistics;
}): ReactNode {
  const total = (name: Exclude<keyof DeliveryHour, 'hour'>) => hours.reduce((sum, hour) => sum + hour[name], 0);
  const live = figures.reduce((sum, { name }) => sum + total(name), 0);
  const log = (query: string) => `${sectionPath(appId, 'deliveries')}?${query}`;
  return (
    <>
      <p className="soft">
        The last 24 hours, without tests: {count.format(total('testsSent'))} test sends and{' '}
        <AppLink to={log('sends=test')}>{count.format(total('tests'))} test events</AppLink> are counted apart.
        {!complete && ' There were more than 20,000; the newest are shown.'}
      </p>
      <dl className="figures">
        {figures.map((figure) => (
          <div key={figure.name} className="card">
            <dt>
              {'kind' in figure && <span className={`key ${figure.kind}`} aria-hidden="true" />} {figure.text}
            </dt>
            <dd>
              {'state' in figure && total(figure.name) > 0 ? (
                <AppLink to={log(`state=${figure.state}&sends=live`)}>{count.format(total(figure.name))}</AppLink>
              ) : (
                count.format(total(figure.name))
              )}
            </dd>
          </div>
        ))}
      </dl>
      {live === 0 ? (
        <EmptyState
          title="No live notification in the last 24 hours"
          action={<AppLink to={sectionPath(appId, 'usage')}>See the days before</AppLink>}
        >
          What your backend sends appears here by itself.
        </EmptyState>
      ) : (
        <div className="card">
          <h3>Webhook events per hour</h3>
          <BarChart label="Webhook events per hour; the sums are above" bars={hours.map(barOf)} />
        </div>
      )}
      <div className="card">
        <h3>What fails</h3>
        {failures.length === 0 ? (
          <p className="soft">Nothing. Every live event of these hours was received or is on its way.</p>
        ) : (
          <DataTable
            label="Failures by response"
            rows={failures}
            rowKey={({ status, error }) => `${status} ${error}`}
            columns={[
              {
                title: 'Response',
                cell: ({ status, error }) => (
                  <span className="row">
                    <Badge tone="bad">{status ?? error ?? 'none'}</Badge>
                    {error !== null && causes[error]}
                  </span>
                ),
              },
              {
                title: 'Events',
                kind: 'number',
                cell: ({ status, count: events }) => (
                  <AppLink to={log(`response=${status ?? 'none'}&sends=live`)}>{count.format(events)}</AppLink>
                ),
              },
              {
                title: 'Latest',
                cell: ({ latestDeliveryId, latestAt }) => (
                  <AppLink to={deliveryPath(appId, latestDeliveryId)}>
                    <Age at={latestAt} />
                  </AppLink>
                ),
              },
            ]}
          />
        )}
      </div>
    </>
  );
}
