import { resolve } from 'node:path';
import { demoApp, demoProvider, loadDemoApiKey } from '../../../src/composition/development-data.ts';
import { isEmbedded } from '../../../src/composition/database-settings.ts';
import { platformSettings } from '../../../src/composition/settings.ts';
import { readSettings } from '../../../src/runtime/start/settings.ts';
import { delegateToHelper, demoCredential, keepSecret, revokeAgent, signWork } from './agent-work.ts';
import { buyWithApproval } from './approved-purchases.ts';
import { bindAgent, writeFirstPost, type DemoAgent } from './first-post.ts';
import {
  createPrograms,
  createStepPrinter,
  ensurePlatform,
  type Programs,
  type Step,
  textOf,
  bodyOf,
  withFolder,
} from './platform.ts';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';

/**
 * An agent that knows only the address of the forum finds its provider, is approved, and calls the forum.
 *
 * @param outside programs with an empty state directory and without the address of a provider
 */
async function enterByAddress(step: Step, { phone }: Programs, outside: Programs, forumBaseUrl: string): Promise<void> {
  const pending = await step(
    'An agent from outside knows only the address of the forum, which names its provider',
    () => outside.agent('core', 'auth', '--service', forumBaseUrl, '--accept-provider'),
    (auth) => `provider ${textOf(auth, 'provider')}, where the agent registered; scope ${textOf(auth, 'scope')}`,
  );
  await step(
    'The owner approves it on the software phone, and it takes its session',
    async () => {
      await phone('approve', textOf(pending, 'deepLink'));
      return outside.agent('core', 'bind', '--poll-interval-ms', '250');
    },
    (session) => `bound to owner ${textOf(session, 'ownerSub')}`,
  );
  await step(
    'It calls the forum with a token for the forum alone',
    () => outside.agent('auth', 'call', '--url', `${forumBaseUrl}/api/agent-auth`),
    (response) => `${String(response['status'])}: ${textOf(bodyOf(response), 'message')}`,
  );
}

/**
 * Runs the demo: uses a running platform or starts one, keeps its agent and software phone in DATA_DIR/demo, and can be repeated.
 *
 * @throws Error of the first step that failed
 */
export async function runDemo({
  env: environment,
  print,
  programsIn = createPrograms,
  moreSteps,
}: {
  readonly env: NodeJS.ProcessEnv;
  readonly print: (line: string) => void;
  /** Runs the programs in an environment; default: each run is a process. */
  readonly programsIn?: (env: NodeJS.ProcessEnv) => Programs;
  /** Further steps after the first post, which need packages that are not part of the program. */
  readonly moreSteps?: (step: Step, programs: Programs, forumBaseUrl: string) => Promise<void>;
}): Promise<void> {
  const settings = readSettings(platformSettings, environment);
  const dataDir = resolve(settings.DATA_DIR);
  const demoData = settings.DEMO_DATA ?? isEmbedded(settings);
  const sso = settings.SSO_BASE_URL ?? `http://localhost:${settings.SSO_PORT}`;
  const forum = settings.FORUM_BASE_URL ?? `http://localhost:${settings.FORUM_PORT}`;
  const backend = settings.BACKEND_BASE_URL ?? `http://localhost:${settings.BACKEND_PORT}`;
  const notifications = settings.NOTIFICATIONS_BASE_URL ?? `http://localhost:${settings.NOTIFICATIONS_PORT}`;
  const env = {
    ...environment,
    DATA_DIR: dataDir,
    SSO_BASE_URL: sso,
    BACKEND_BASE_URL: backend,
    DEMO_CREDENTIAL: demoCredential,
    AGENT_ID_STATE_DIR: resolve(dataDir, 'demo', 'agent'),
    PHONE_DIR: resolve(dataDir, 'demo', 'phone'),
  };

  const platform = await ensurePlatform(sso, env);
  try {
    const step = createStepPrinter(print);
    const programs = programsIn(env);
    print(
      platform.started
        ? 'The platform was not running; it runs until this demo ends.\n'
        : `The platform runs at ${sso}.\n`,
    );

    // Without demo data, the administrator creates the application.
    const providerAddress = async () =>
      demoData
        ? demoProvider.address
        : textOf(
            await programs.provider('create', '--name', 'Demo application', '--origin', 'http://localhost'),
            'providerAddress',
          );

    const agent = await bindAgent(step, programs, providerAddress, print);
    await writeFirstPost(step, programs, forum, agent);
    if (demoData) await moreSteps?.(step, programs, forum);
    await signWork(step, programs);
    await keepSecret(step, programs);
    await withFolder('helper', (folder) =>
      delegateToHelper(step, programs, programsIn({ ...env, AGENT_ID_STATE_DIR: folder }), forum, agent),
    );
    if (demoData)
      await withFolder('outside', (folder) => {
        const unaware = { SSO_BASE_URL: undefined, PLATFORM_PROVIDER_ADDRESS: undefined };
        return enterByAddress(step, programs, programsIn({ ...env, ...unaware, AGENT_ID_STATE_DIR: folder }), forum);
      });
    const address = textOf(await programs.agent('core', 'status'), 'providerAddress');
    await withFolder('agent', (folder) =>
      revokeAgent(step, programsIn({ ...env, AGENT_ID_STATE_DIR: folder }), address),
    );
    if (demoData) {
      const payee = await buy(step, programs, backend);
      await withFolder('shopper', (folder) =>
        buyWithApproval(step, programsIn({ ...env, AGENT_ID_STATE_DIR: folder }), { sso, backend, payee, folder }),
      );
      const apiKey = await loadDemoApiKey(dataDir);
      await notify(step, programs, { baseUrl: notifications, appId: demoApp.appId, apiKey }, agent);
    } else {
      print('\nPurchase and notification need demo data: set DEMO_DATA=true, or unset DATABASE_URL.');
    }
    print('\nThe demo succeeded. Every step above was checked.');
  } finally {
    await platform.stop();
  }
}

const scenarios = [
  { product: 'coins-100-usdc', expected: 'paid' },
  { product: 'test-paid-usdc', expected: 'paid' },
  { product: 'test-paid-failed-usdc', expected: 'failed' },
  { product: 'test-cancelled-usdc', expected: undefined },
] as const;

/**
 * Buys in the mini app: creates an invoice, pays it with a signed webhook, and checks the transaction.
 * @returns who is paid
 */
async function buy(step: Step, { agent, payer }: Programs, backendBaseUrl: string): Promise<string> {
  const call = (path: string, ...more: string[]) => agent('auth', 'call', '--url', `${backendBaseUrl}${path}`, ...more);

  await step(
    'The mini-app backend identifies the owner of the agent',
    () => call('/api/me'),
    (response) => `user ${textOf(bodyOf(response), 'id')} with platform id ${textOf(bodyOf(response), 'platformId')}`,
  );
  let payee = '';
  for (const { product, expected } of scenarios) {
    await step(
      `It orders ${product}, and the payment service tells how it ended`,
      async () => {
        const order = JSON.stringify({ productId: product });
        const ordered = bodyOf(await call('/api/invoices', '--method', 'POST', '--body', order));
        const invoice = textOf(ordered, 'invoice');
        payee = textOf(ordered, 'recipient');
        await payer('pay', invoice);
        const { transactions } = bodyOf(await call('/api/transactions'));
        const found = Array.isArray(transactions)
          ? transactions.find((entry: { invoice?: unknown }) => entry.invoice === invoice)
          : undefined;
        return { invoice, status: statusOf(found) };
      },
      ({ invoice, status }) => {
        if (status !== expected)
          throw new Error(`${invoice} ended as ${status ?? 'nothing'}, not ${expected ?? 'nothing'}`);
        return `${invoice}: ${status ?? 'cancelled, so there is no transaction'}`;
      },
    );
  }
  return payee;
}

function statusOf(transaction: unknown): string | undefined {
  if (typeof transaction !== 'object' || transaction === null || !('status' in transaction)) return undefined;
  return String(transaction.status);
}

/** Grants consent as the owner, sends one push, and checks that the rate limit refuses a second one. */
async function notify(
  step: Step,
  { agent }: Programs,
  parts: { readonly baseUrl: string; readonly appId: string; readonly apiKey: string },
  { ownerSub }: DemoAgent,
): Promise<void> {
  const host = `${parts.baseUrl}/api/v1/host`;
  const call = (method: string, path: string, body: object) =>
    agent('auth', 'call', '--url', `${host}${path}`, '--method', method, '--body', JSON.stringify(body));
  const backend = createNotificationsClient({
    baseUrl: parts.baseUrl,
    headers: { 'X-Platform-Notifications-Key': parts.apiKey },
  });

  await step(
    'The owner allows the demo app to send notifications',
    () => call('PUT', `/apps/${parts.appId}/consent`, { status: 'granted' }),
    (response) => `consent is ${textOf(bodyOf(response), 'status')}`,
  );
  const body = `Your agent finished at ${new Date().toISOString()}`;
  await step(
    'The app sends a notification',
    () => backend.sendNotification({ body: { sessionAddress: ownerSub, body } }),
    (response) => {
      if (response.status === 202) return `${response.body.notificationId} is queued`;
      if (response.status === 429)
        return `429: an earlier run used up this hour; ${response.body.details?.retryAfterSeconds} s to wait`;
      throw new Error(`The service returned ${response.status}: ${JSON.stringify(response.body)}`);
    },
  );
  await step(
    'A second one within the hour is rejected with a retry time',
    () => backend.sendNotification({ body: { sessionAddress: ownerSub, body: `${body}, again` } }),
    (response) => {
      if (response.status !== 429) throw new Error(`The service returned ${response.status}`);
      return `429, retry after ${response.body.details?.retryAfterSeconds} s`;
    },
  );
}
