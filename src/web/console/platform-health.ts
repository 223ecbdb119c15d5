import type { ServiceHealth } from '../../../generated/shared/types.ts';
import type { AdministratorScope } from '../../../generated/sso/types.ts';
import type { Tone } from '../ui/values.tsx';
import type { ConsoleApi } from './console-api.ts';

/** A count of a list of which one page was read. */
export interface Count {
  readonly value: number;
  /** Whether there are more. */
  readonly more: boolean;
}

/** A service with its health; undefined when it does not respond. */
interface CheckedService {
  readonly title: string;
  readonly health: ServiceHealth | undefined;
}

interface PlatformHealth {
  readonly services: readonly CheckedService[];
  /** Seconds since the status list was signed; undefined when it cannot be read. */
  readonly statusListAge: number | 'none yet' | undefined;
  /** Apps whose webhook fails or is paused; undefined outside the operator's scopes. */
  readonly failingWebhooks: Count | undefined;
}

/** Reads the health of the services in the operator's scopes. A service that fails is shown, and fails nothing else. */
export async function readPlatformHealth(
  { call, sso, forum, backend, notifications }: ConsoleApi,
  scopes: readonly AdministratorScope[],
  signal: AbortSignal,
): Promise<PlatformHealth> {
  const services = [
    ['Sign-in', 'audit', () => call(() => sso.getServiceHealth({ signal }))],
    ['Forum', 'forum', () => call(() => forum.getServiceHealth({ signal }))],
    ['Payments', 'payments', () => call(() => backend.getServiceHealth({ signal }))],
    ['Notifications', 'notifications', () => call(() => notifications.getServiceHealth({ signal }))],
  ] as const;
  const webhooks = async (webhook: 'failing' | 'paused') =>
    (await call(() => notifications.listAllApps({ query: { webhook, limit: 100 }, signal }))).apps.length;
  const [checked, statusListAge, failing, paused] = await Promise.all([
    Promise.all(
      services
        .filter(([, scope]) => scopes.includes(scope))
        .map(async ([title, , read]) => ({ title, health: await read().catch(() => undefined) })),
    ),
    sso
      .getStatusList({ path: { listId: 0 }, signal })
      .then(({ status, body }) =>
        status === 200 ? ageOf(body, Date.now() / 1000) : status === 404 ? ('none yet' as const) : undefined,
      )
      .catch(() => undefined),
    scopes.includes('notifications') ? webhooks('failing').catch(() => undefined) : undefined,
    scopes.includes('notifications') ? webhooks('paused').catch(() => undefined) : undefined,
  ]);
  const failingWebhooks =
    failing === undefined || paused === undefined
      ? undefined
      : { value: failing + paused, more: failing === 100 || paused === 100 };
  return { services: checked, statusListAge, failingWebhooks };
}

/** Returns the seconds since a token was signed. @param now Unix seconds */
export function ageOf(token: string, now: number): number | undefined {
  try {
    const payload = token.split('.')[1] ?? '';
    const { iat } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { readonly iat?: unknown };
    return typeof iat === 'number' ? Math.max(0, Math.round(now - iat)) : undefined;
  } catch {
    return undefined;
  }
}

/** One figure of the strip. */
interface HealthFigure {
  readonly title: string;
  readonly value: string;
  readonly note: string;
  readonly tone: Tone;
}

const count = new Intl.NumberFormat();
const share = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 2 });

/** Seconds. */
const lateOutbox = 30;
/** Seconds after which verifiers reject a status list. */
const statusListLifetime = 120;

/** Returns the figures of the strip, with a tone each. */
export function healthFigures({ services, statusListAge, failingWebhooks }: PlatformHealth): readonly HealthFigure[] {
  const responding = services.flatMap(({ health }) => health ?? []);
  const silent = services.filter(({ health }) => health === undefined);
  const requests = responding.reduce((sum, health) => sum + health.requests, 0);
  const failures = responding.reduce((sum, health) => sum + health.failures, 0);
  const overdue = responding.flatMap(({ overdueSeconds }) => overdueSeconds ?? []);
  const lag = overdue.length === 0 ? undefined : Math.max(...overdue);
  return [
    {
      title: 'Services',
      value: `${responding.length} of ${services.length}`,
      note: silent.length === 0 ? 'respond' : `${silent.map(({ title }) => title).join(', ')} does not respond`,
      tone: silent.length === 0 ? 'good' : 'bad',
    },
    {
      title: 'Error rate',
      value: requests === 0 ? '0 %' : share.format(failures / requests),
      note: `${count.format(failures)} of ${count.format(requests)} requests in five minutes`,
      tone: failures === 0 ? 'good' : failures / requests < 0.01 ? 'busy' : 'bad',
    },
    ...(lag === undefined
      ? []
      : [
          {
            title: 'Outbox lag',
            value: `${count.format(Math.round(lag))} s`,
            note: 'age of the oldest work that is due',
            tone: lag < lateOutbox ? ('good' as const) : ('bad' as const),
          },
        ]),
    ...(failingWebhooks === undefined
      ? []
      : [
          {
            title: 'Webhooks that fail',
            value: countText(failingWebhooks),
            note: 'of the developers’ apps, paused ones too',
            tone: failingWebhooks.value === 0 ? ('good' as const) : ('busy' as const),
          },
        ]),
    statusListFigure(statusListAge),
  ];
}

function statusListFigure(age: PlatformHealth['statusListAge']): HealthFigure {
  const title = 'Status list';
  if (age === undefined) return { title, value: '–', note: 'it cannot be read', tone: 'bad' };
  if (age === 'none yet') return { title, value: '–', note: 'none was published yet', tone: 'good' };
  const tone = age < statusListLifetime ? 'good' : 'bad';
  return { title, value: `${count.format(age)} s`, note: 'since it was signed', tone };
}

export const countText = ({ value, more }: Count): string => `${count.format(value)}${more ? '+' : ''}`;
