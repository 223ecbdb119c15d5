import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { readOperations } from '../../src/runtime/contract/contract.ts';
import { readContract } from '../../src/api-reference/read-contract.ts';
import { urlPath } from '../../src/api-reference/sample-request.ts';
import { type Agent, bindAgent, testProvider, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { areas } from '../../src/typed-contract/areas.ts';
import { contractFile } from '../mock/contract.ts';
import { type Exchange, exchange } from './raw-exchange.ts';
import { ambiguous, rawRequests, type RawRequest, toBytes } from './raw-requests.ts';
import { useStarted } from '../fixtures/use-started.ts';

// schemathesis sends only well-formed HTTP. These tests send bytes that HTTP and JSON parsers interpret differently.
// The seed makes the requests reproducible: RAW_SEED=… RAW_RUNS=… vitest run contract-tests/fuzz
const seed = Number(process.env['RAW_SEED'] ?? 20_260_301);
const numRuns = Number(process.env['RAW_RUNS'] ?? 150);

const platform = useStarted(() => startPlatform({ services: [...areas] }), deletePlatformData);
let agent: Agent;
let notificationsKey = '';
beforeAll(async () => {
  agent = await bindAgent(platform, { clientId: await testProvider(platform) });
  notificationsKey = await readFile(join(platform.dataDir, 'notifications.key'), 'utf8').then(
    (text) => text.trim(),
    // Only the embedded database has demo data; elsewhere the key is unknown and sends are 401.
    () => 'ank_1X0QTJNJZJSAW5NFS92B4ETQHN',
  );
});

/** Statuses that HTTP defines for invalid requests; contracts do not have to document them. */
const protocolStatuses = [400, 404, 405, 408, 413, 414, 415, 417, 431, 501, 505];

/** Operations that are left out because their response does not end. */
const streams = ['streamPushes'];

describe.each(areas)('%s', (area) => {
  test('raw requests: each gets one documented response without internal details', async () => {
    const document = JSON.parse(await readFile(contractFile(area), 'utf8'));
    const { operations } = readContract(document);
    const checks = new Map(
      readOperations(document).map((operation) => [operation.operationId, operation.checkResponse]),
    );
    const url = urlOf(platform, area);
    const { host } = new URL(url);
    const chosen = operations.filter(({ operationId }) => !streams.includes(operationId));

    await fc.assert(
      fc.asyncProperty(rawRequests(chosen), async (request) => {
        const logged = platform.log().length;
        const bytes = toBytes(request, host, await credentialsFor(request, url));
        const result = await exchange(url, bytes, request.method === 'HEAD');
        const violations = [
          ...violationsIn(result, request, checks.get(request.operation.operationId)),
          ...loggedErrors(platform.log().slice(logged)),
        ];
        expect(violations).toEqual([]);
      }),
      { seed, numRuns },
    );
    expect(platform.alive()).toBe(true);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });
});

async function credentialsFor({ operation, method, target }: RawRequest, url: string): Promise<readonly string[]> {
  const schemes = operation.security.flat();
  if (schemes.includes('notificationsKey')) return [`X-Platform-Notifications-Key: ${notificationsKey}`];
  if (!schemes.includes('dpop')) return [];
  // A proof needs a valid URL: for an invalid target it is made for the operation's own.
  const { authorization, dpop } = await agent
    .headers(method, `${url}${target.split('?')[0]}`)
    .catch(() => agent.headers(method, `${url}${urlPath(operation)}`));
  return [`Authorization: ${authorization}`, `DPoP: ${dpop}`];
}

type CheckResponse = ReturnType<typeof readOperations>[number]['checkResponse'];

function violationsIn(
  { responses, rest, silent }: Exchange,
  { operation, method, target, framing }: RawRequest,
  check: CheckResponse | undefined,
): readonly string[] {
  const violations: string[] = [];
  if (silent) violations.push('no response before the timeout');
  if (rest !== '') violations.push(`an incomplete response: ${rest.slice(0, 200)}`);
  // After a response to an early rejection, Node's parser can add a 400 for the rest of the request.
  for (const { status, headers, body } of responses.slice(1))
    if (status !== 400 || headers.has('x-request-id'))
      violations.push(`a second response: ${status} ${body.slice(0, 200)}`);
  if (responses.length === 0 && !silent) violations.push('no response');
  for (const { status, headers, body } of responses) {
    const summary = `${status} ${body.slice(0, 300)}`;
    const simulated = operation.operationId === 'sendNotification' && body.includes('simulated by the test scenario');
    if (status >= 500 && status !== 501 && status !== 505 && !simulated) violations.push(`a server error: ${summary}`);
    if (ambiguous.some((one) => one === framing) && status < 400)
      violations.push(`an ambiguous length was accepted: ${summary}`);
    if (/\bat \S+ \(|node_modules|\/src\/|postgres|pglite|SELECT |[a-z_]+\.ts:\d/.test(body))
      violations.push(`internal details are visible: ${summary}`);
    const json = headers.get('content-type')?.startsWith('application/json') ?? false;
    const value: unknown = json && body !== '' ? parsed(body) : undefined;
    if (json && body !== '' && value === undefined) violations.push(`invalid JSON: ${summary}`);
    // A changed method or path is another operation or none, so its documentation does not apply.
    const own =
      method === operation.method && new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`).test(target);
    if (!own || method === 'HEAD') continue;
    const documented = operation.responses.some((response) => response.status === String(status));
    if (!documented && !protocolStatuses.includes(status)) violations.push(`undocumented status: ${summary}`);
    if (documented && headers.has('x-request-id') && !simulated)
      for (const { field, message } of check?.(status, value, Object.fromEntries(headers)) ?? [])
        violations.push(`a response that violates its schema: ${field} ${message}: ${summary}`);
  }
  return violations;
}

/** Returns error lines of the log, and output that is not a log line. */
const loggedErrors = (log: string): readonly string[] =>
  log
    .split('\n')
    .filter((line) => line !== '' && (!line.startsWith('{') || /"level":(?:50|60)\b/.test(line)))
    .filter((line) => !line.includes('Internal error, simulated by the test scenario.'));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
