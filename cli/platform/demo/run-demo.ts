import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { demoApp, demoProvider, loadDemoApiKey } from '../../../src/composition/development-data.ts';
import { isEmbedded } from '../../../src/composition/database-settings.ts';
import { platformSettings } from '../../../src/composition/settings.ts';
import { readSettings } from '../../../src/runtime/start/settings.ts';
import { delegateToHelper, demoCredential, keepSecret, revokeAgent, signWork } from './agent-work.ts';
import { buyWithApproval } from './approved-purchases.ts';
import { bindAgent, writeFirstPost } from './first-post.ts';
import { buy, notify } from './mini-app.ts';
import {
  createPrograms,
  createStepPrinter,
  ensurePlatform,
  type Programs,
  type Step,
  textOf,
  bodyOf,
} from './platform.ts';

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
  /** Prints a line for people. */
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
    const helper = await mkdtemp(join(tmpdir(), 'demo-helper-'));
    try {
      await delegateToHelper(step, programs, programsIn({ ...env, AGENT_ID_STATE_DIR: helper }), forum, agent);
    } finally {
      await rm(helper, { recursive: true, force: true });
    }
    if (demoData) {
      const outside = await mkdtemp(join(tmpdir(), 'demo-outside-'));
      try {
        const unaware = {
          ...env,
          AGENT_ID_STATE_DIR: outside,
          SSO_BASE_URL: undefined,
          PLATFORM_PROVIDER_ADDRESS: undefined,
        };
        await enterByAddress(step, programs, programsIn(unaware), forum);
      } finally {
        await rm(outside, { recursive: true, force: true });
      }
    }
    const secondAgent = await mkdtemp(join(tmpdir(), 'demo-agent-'));
    try {
      const address = textOf(await programs.agent('core', 'status'), 'providerAddress');
      await revokeAgent(step, programsIn({ ...env, AGENT_ID_STATE_DIR: secondAgent }), address);
    } finally {
      await rm(secondAgent, { recursive: true, force: true });
    }
    if (demoData) {
      const payee = await buy(step, programs, backend);
      const shopper = await mkdtemp(join(tmpdir(), 'demo-shopper-'));
      try {
        const own = programsIn({ ...env, AGENT_ID_STATE_DIR: shopper });
        await buyWithApproval(step, own, { sso, backend, payee, folder: shopper });
      } finally {
        await rm(shopper, { recursive: true, force: true });
      }
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
