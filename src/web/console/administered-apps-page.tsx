import { type ReactNode, useState } from 'react';
import type { AdministeredApp, WebhookHealthFilter } from '../../../generated/notifications/types.ts';
import { Badge, Time } from '../ui/values.tsx';
import { Person } from '../ui/avatar.tsx';
import { AppLink } from '../ui/router.tsx';
import { Choice } from '../ui/field.tsx';
import { PagedList, usePages } from '../ui/paged-list.tsx';
import type { ConsoleApi } from './console-api.ts';
import { consolePath } from './console-sections.ts';

const filters = [
  { value: 'all', text: 'All' },
  { value: 'failing', text: 'Failing' },
  { value: 'paused', text: 'Paused' },
  { value: 'healthy', text: 'Healthy' },
] as const satisfies readonly { readonly value: 'all' | WebhookHealthFilter; readonly text: string }[];

type HealthFilter = (typeof filters)[number]['value'];

/** Apps of all developers with the health of their webhooks. */
export function AdministeredAppsPage({ api: { call, notifications } }: { readonly api: ConsoleApi }): ReactNode {
  const [filter, setFilter] = useState<HealthFilter>('all');
  const pages = usePages(`apps ${filter}`, 'apps', (page, signal) =>
    call(() => notifications.listAllApps({ query: { ...(filter !== 'all' && { webhook: filter }), ...page }, signal })),
  );
  return (
    <>
      <h1>Mini apps</h1>
      <p className="lead">Apps of all developers. Their keys and the paths of their webhooks are theirs alone.</p>
      <div className="filters">
        <Choice label="Webhook" value={filter} options={filters} onChange={setFilter} />
      </div>
      <PagedList pages={pages} empty={<p>{filter === 'all' ? 'There is no app yet.' : `No webhook is ${filter}.`}</p>}>
        {(apps) => (
          <ul className="entries">
            {apps.map((app) => (
              <li key={app.appId} className="card">
                <div className="row between">
                  <strong>{app.name}</strong>
                  <HealthBadge app={app} />
                </div>
                <p className="soft">
                  Created <Time at={app.createdAt} /> by{' '}
                  {app.owner === null ? (
                    'the platform (demo app)'
                  ) : (
                    <AppLink to={consolePath('owners', app.owner)}>
                      <Person id={app.owner} name={app.ownerName} />
                    </AppLink>
                  )}
                </p>
                <Endpoint app={app} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

function HealthBadge({ app: { webhook } }: { readonly app: AdministeredApp }): ReactNode {
  if (webhook === undefined) return <Badge tone="quiet">no webhook</Badge>;
  if (webhook.state === 'paused') return <Badge tone="bad">paused</Badge>;
  if (webhook.failingSince !== null) return <Badge tone="busy">failing</Badge>;
  return <Badge tone="good">healthy</Badge>;
}

function Endpoint({ app: { webhook } }: { readonly app: AdministeredApp }): ReactNode {
  if (webhook === undefined) return null;
  const { origin, pausedAt, failingSince, successRate, latencyMs } = webhook;
  return (
    <p>
      Webhook at <code>{origin}</code>
      {pausedAt !== null && (
        <>
          , paused since <Time at={pausedAt} />
        </>
      )}
      {pausedAt === null && failingSince !== null && (
        <>
          , failing since <Time at={failingSince} />
        </>
      )}
      {successRate !== null && `; latest 100 attempts: ${Math.floor(successRate * 100)} % succeeded`}
      {latencyMs !== null && `, median ${latencyMs} ms`}
    </p>
  );
}
