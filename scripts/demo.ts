import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { platformSettings } from '../src/composition/settings.ts';
import { demoApp, demoProvider, loadDemoApiKey } from '../src/composition/development-data.ts';
import { readSettings } from '../src/runtime/start/settings.ts';
import { bindAgent, postOverMcp, writeFirstPost } from './demo/first-post.ts';
import { delegateToHelper, demoCredential, keepSecret, revokeAgent, signWork } from './demo/agent-work.ts';
import { buy, notify } from './demo/mini-app.ts';
import { enterByAddress } from './demo/outside-agent.ts';
import { createPrograms, createStepPrinter, ensurePlatform, textOf } from './demo/platform.ts';
import { showHelp } from './command/show-help.ts';
import { print, printNote } from './command/print.ts';

showHelp(`Usage: npm run demo

Demonstrates the platform with its own programs. Uses a running platform or starts one, keeps its agent and
software phone in DATA_DIR/demo, and can be repeated.`);

const settings = readSettings(platformSettings, process.env);
const dataDir = resolve(settings.DATA_DIR);
const demoData = settings.DEMO_DATA ?? settings.DATABASE_URL === undefined;
const sso = settings.SSO_BASE_URL ?? `http://localhost:${settings.SSO_PORT}`;
const forum = settings.FORUM_BASE_URL ?? `http://localhost:${settings.FORUM_PORT}`;
const backend = settings.BACKEND_BASE_URL ?? `http://localhost:${settings.BACKEND_PORT}`;
const notifications = settings.NOTIFICATIONS_BASE_URL ?? `http://localhost:${settings.NOTIFICATIONS_PORT}`;
const env = {
  ...process.env,
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
  const programs = createPrograms(env);
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
  if (demoData) await postOverMcp(step, programs, forum);
  await signWork(step, programs);
  await keepSecret(step, programs);
  const helper = await mkdtemp(join(tmpdir(), 'demo-helper-'));
  try {
    await delegateToHelper(step, programs, createPrograms({ ...env, AGENT_ID_STATE_DIR: helper }), forum, agent);
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
      await enterByAddress(step, programs, createPrograms(unaware), forum);
    } finally {
      await rm(outside, { recursive: true, force: true });
    }
  }
  const secondAgent = await mkdtemp(join(tmpdir(), 'demo-agent-'));
  try {
    const address = textOf(await programs.agent('core', 'status'), 'providerAddress');
    await revokeAgent(step, createPrograms({ ...env, AGENT_ID_STATE_DIR: secondAgent }), address);
  } finally {
    await rm(secondAgent, { recursive: true, force: true });
  }
  if (demoData) {
    await buy(step, programs, backend);
    const apiKey = await loadDemoApiKey(dataDir);
    await notify(step, programs, { baseUrl: notifications, appId: demoApp.appId, apiKey }, agent);
  } else {
    print('\nPurchase and notification need demo data: set DEMO_DATA=true, or unset DATABASE_URL.');
  }
  print('\nThe demo succeeded. Every step above was checked.');
} catch (error) {
  printNote(`\nThe demo stopped: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await platform.stop();
}
