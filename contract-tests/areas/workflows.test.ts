import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createNotificationsClient } from '../../generated/notifications/client.ts';
import { dpopMiddleware } from '../../src/client/http/middleware.ts';
import { s256Challenge } from '../../src/protocol/pkce.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { bindAgent, enrolOwner, headersOf, proofOf, urlOf, type Owner } from '../fixtures/identity.ts';
import { demoProvider, deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { isJsonObject } from '../../src/protocol/json-object.ts';
import type { Area } from '../../src/typed-contract/areas.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

interface Step {
  readonly stepId: string;
  /** `$sourceDescriptions.<area>.<operationId>` */
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: 'path' | 'query'; readonly value: unknown }[];
  readonly requestBody?: { readonly contentType: string; readonly payload: unknown };
  readonly successCriteria: readonly { readonly condition: string }[];
  readonly outputs?: Readonly<Record<string, string>>;
}

export interface Workflow {
  readonly workflowId: string;
  readonly steps: readonly Step[];
  readonly outputs: Readonly<Record<string, string>>;
}

const root = resolve(import.meta.dirname, '../..');

/** Reads the workflows of specs/workflows.arazzo.yaml. */
export const readWorkflows = (): readonly Workflow[] =>
  parse(readFileSync(resolve(root, 'specs/workflows.arazzo.yaml'), 'utf8')).workflows;

/** An operation of a contract, as a step calls it. */
export interface Call {
  readonly area: Area;
  readonly operationId: string;
  readonly method: string;
  readonly url: string;
  /** Names of the security schemes of its first requirement. */
  readonly schemes: readonly string[];
}

export interface WorkflowRun {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly urlOf: (area: Area) => string;
  /** Returns the headers with the credentials of a request. */
  readonly credentials: (call: Call) => Promise<Readonly<Record<string, string>>>;
  /** What happens outside of the workflow after a step. */
  readonly after?: (stepId: string, outputs: Readonly<Record<string, unknown>>) => Promise<void>;
}

/**
 * Runs the steps of a workflow in order (Arazzo 1.0), and checks their success criteria. Retries are not made: the caller
 * prepares what a step waits for.
 *
 * @returns the outputs of the workflow
 * @throws Error that names the step and the response
 */
export async function runWorkflow({ steps, outputs }: Workflow, run: WorkflowRun): Promise<Record<string, unknown>> {
  const done: Record<string, Readonly<Record<string, unknown>>> = {};
  const stepValues = (expression: string): unknown => {
    const [source = '', name = '', , output = ''] = expression.slice(1).split('.');
    return source === 'inputs' ? run.inputs[name] : done[name]?.[output];
  };
  const valueOf = (value: unknown): unknown => {
    if (typeof value === 'string' && /^\$(inputs|steps)\./.test(value)) return stepValues(value);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, valueOf(member)]));
  };

  for (const { stepId, operationId: named, parameters = [], requestBody, successCriteria, outputs: kept } of steps) {
    const [, area, operationId = ''] = named.split('.') as [string, Area, string?];
    const { path, method, schemes } = operationOf(area, operationId);
    const url = new URL(
      path.replace(/\{(\w+)\}/g, (_all, name: string) =>
        encodeURIComponent(String(valueOf(parameters.find((one) => one.in === 'path' && one.name === name)?.value))),
      ),
      run.urlOf(area),
    );
    for (const { name, value } of parameters.filter((one) => one.in === 'query'))
      url.searchParams.set(name, String(valueOf(value)));
    const call: Call = { area, operationId, method: method.toUpperCase(), url: url.href, schemes };
    const response = await fetch(url, {
      method: call.method,
      headers: { ...(await run.credentials(call)), ...(requestBody && { 'content-type': requestBody.contentType }) },
      ...(requestBody && { body: encoded(requestBody.contentType, valueOf(requestBody.payload)) }),
    });
    const text = await response.text();
    const received = (expression: string): unknown =>
      expression === '$statusCode'
        ? response.status
        : pointed(JSON.parse(text), expression.replace('$response.body#', ''));
    for (const { condition } of successCriteria) {
      const [expression = '', expected = ''] = condition.split(' == ');
      if (String(received(expression)) !== expected.replace(/^'(.*)'$/, '$1'))
        throw new Error(`${stepId}: ${condition} is not so: ${response.status} ${text}`);
    }
    done[stepId] = Object.fromEntries(Object.entries(kept ?? {}).map(([name, from]) => [name, received(from)]));
    await run.after?.(stepId, done[stepId]);
  }
  return Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, stepValues(value)]));
}

const encoded = (contentType: string, payload: unknown): string =>
  contentType === 'application/json'
    ? JSON.stringify(payload)
    : new URLSearchParams(Object.entries({ ...(payload as Record<string, string>) })).toString();

interface Operation {
  readonly operationId?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}

function operationOf(area: Area, operationId: string) {
  const contract: { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> } = JSON.parse(
    readFileSync(resolve(root, 'generated', area, 'spec.json'), 'utf8'),
  );
  for (const [path, operations] of Object.entries(contract.paths))
    for (const [method, operation] of Object.entries(operations))
      if (operation.operationId === operationId)
        return { path, method, schemes: Object.keys(operation.security?.[0] ?? {}) };
  throw new Error(`The contract of ${area} has no operation ${operationId}.`);
}

/** The value at a JSON pointer without escapes (RFC 6901). */
function pointed(value: unknown, pointer: string): unknown {
  let found = value;
  for (const token of pointer.split('/').slice(1))
    found = Array.isArray(found) ? found[Number(token)] : isJsonObject(found) ? found[token] : undefined;
  return found;
}

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
