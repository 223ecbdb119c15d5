import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createNotificationsClient } from '../../generated/notifications/client.ts';
import { dpopMiddleware } from '../../src/client/http/middleware.ts';
import { s256Challenge } from '../../src/protocol/pkce.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type Call, readWorkflows, runWorkflow } from '../fixtures/arazzo.ts';
import { bindAgent, enrolOwner, headersOf, newKey, type Owner, proofOf, urlOf } from '../fixtures/identity.ts';
import { demoProvider, deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

const workflows = new Map(readWorkflows().map((workflow) => [workflow.workflowId, workflow]));
const key = newKey();
const secret = () => randomBytes(32).toString('base64url');

const platform = useStarted(
  () => startPlatform({ services: ['sso', 'forum', 'backend', 'notifications'] }),
  deletePlatformData,
);
let owner: Owner;
let accessToken: string;
let apiKey: string;
beforeAll(async () => {
  owner = await enrolOwner(platform);
});

async function credentials(call: Call): Promise<Record<string, string>> {
  if (call.operationId === 'exchangeToken') return { dpop: await proofOf(key, call) };
  if (call.schemes.includes('notificationsKey')) return { 'x-platform-notifications-key': apiKey };
  if (call.schemes.length === 0) return {};
  return headersOf(key, accessToken)(call.method, call.url);
}

const run = (name: string, inputs: Readonly<Record<string, unknown>> = {}) => {
  const workflow = workflows.get(name);
  if (workflow === undefined) throw new Error(`There is no workflow ${name}.`);
  return runWorkflow(workflow, {
    inputs,
    urlOf: (area) => urlOf(platform, area),
    credentials,
    after: async (stepId, { deepLink }) => {
      if (stepId === 'authorize') await owner.decide(String(deepLink), 'approve');
    },
  });
};

test('specs/workflows.arazzo.yaml: signIn gives tokens that are bound to the key of the agent', async () => {
  const codeVerifier = secret();
  const outputs = await run('signIn', {
    clientId: demoProvider,
    jkt: key.jkt,
    codeChallenge: s256Challenge(codeVerifier),
    codeVerifier,
    state: secret(),
    nonce: secret(),
  });
  accessToken = String(outputs['accessToken']);
  expect(accessToken.split('.')).toHaveLength(3);
});

test('specs/workflows.arazzo.yaml: post writes to the forum as the agent, and buy asks for a product', async () => {
  expect(await run('post', { community: 'agent-tools' })).toEqual({ postId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect(await run('buy')).toEqual({ invoice: expect.stringMatching(/^inv-/) });
});

test('specs/workflows.arazzo.yaml: notify sends a push in test mode with an API key', async () => {
  const developer = await bindAgent(platform, { owner });
  const portal = createNotificationsClient({
    baseUrl: urlOf(platform, 'notifications'),
    middleware: [dpopMiddleware({ keypair: developer.key, accessToken: () => developer.accessToken })],
  });
  const { appId } = unwrap(await portal.createApp({ body: { name: 'Coffee Corner' } }));
  apiKey = unwrap(await portal.createApiKey({ path: { appId } })).key;
  expect(await run('notify', { sessionAddress: owner.sub })).toEqual({
    notificationId: expect.stringMatching(/^ntf_test_/),
  });
});
