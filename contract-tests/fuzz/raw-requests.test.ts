import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readOperations } from '../../src/runtime/contract.ts';
import { readContract } from '../../src/api-reference/read-contract.ts';
import { urlPath } from '../../src/api-reference/sample-input.ts';
import { type Agent, bindAgent, testProvider, urlOf } from '../fixtures/identity.ts';
import { forget, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { areas } from '../../src/typed-contract/areas.ts';
import { contractFile } from '../mock/contract.ts';
import { type Exchange, exchange } from './raw-exchange.ts';
import { ambiguous, rawRequests, type RawRequest, toBytes } from './raw-requests.ts';

// schemathesis sends well-formed HTTP. This sends what it cannot: bytes that HTTP and JSON readers disagree about.
// A seed gives the same requests again: RAW_SEED=… RAW_RUNS=… vitest run contract-tests/fuzz
const seed = Number(process.env['RAW_SEED'] ?? 20_260_301);
const numRuns = Number(process.env['RAW_RUNS'] ?? 150);

let platform: RunningPlatform;
let agent: Agent;
let notificationsKey = '';
beforeAll(async () => {
  platform = await startPlatform({ services: [...areas] });
  agent = await bindAgent(platform, { clientId: await testProvider(platform) });
  notificationsKey = await readFile(join(platform.dataDir, 'notifications.key'), 'utf8').then(
    (text) => text.trim(),
    // Demo data belongs to the embedded database; elsewhere sends are refused, which is an answer, too.
    () => 'ank_1X0QTJNJZJSAW5NFS92B4ETQHN',
  );
});
afterAll(async () => {
  await platform.stop();
  await forget(platform);
});

/** Refusals of HTTP itself, which every service may answer to what is not a request of its contract. */
const protocolStatuses = [400, 404, 405, 408, 413, 414, 415, 417, 431, 501, 505];

/** A stream without an end would be waited for. */
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
        const faults = [
          ...faultsOf(result, request, checks.get(request.operation.operationId)),
          ...logFaults(platform.log().slice(logged)),
        ];
        expect(faults).toEqual([]);
      }),
      { seed, numRuns },
    );
    expect(platform.process.exitCode).toBe(null);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });
});

async function credentialsFor({ operation, method, target }: RawRequest, url: string): Promise<readonly string[]> {
  const schemes = operation.security.flat();
  if (schemes.includes('notificationsKey')) return [`X-Platform-Notifications-Key: ${notificationsKey}`];
  if (!schemes.includes('dpop')) return [];
  // No proof can be made for what is no address: the one for the operation's own goes along.
  const { authorization, dpop } = await agent
    .headers(method, `${url}${target.split('?')[0]}`)
    .catch(() => agent.headers(method, `${url}${urlPath(operation)}`));
  return [`Authorization: ${authorization}`, `DPoP: ${dpop}`];
}

type CheckAnswer = ReturnType<typeof readOperations>[number]['checkResponse'];

function faultsOf(
  { answers: responses, rest, silent }: Exchange,
  { operation, method, target, framing }: RawRequest,
  check: CheckAnswer | undefined,
): readonly string[] {
  const faults: string[] = [];
  if (silent) faults.push('no answer in time');
  if (rest !== '') faults.push(`half an answer: ${rest.slice(0, 200)}`);
  // What cannot be read any further is answered 400 by the parser, also behind an answer that did not wait for it.
  for (const { status, headers, body } of responses.slice(1))
    if (status !== 400 || headers.has('x-request-id')) faults.push(`a second answer: ${status} ${body.slice(0, 200)}`);
  if (responses.length === 0 && !silent) faults.push('no answer');
  for (const { status, headers, body } of responses) {
    const answered = `${status} ${body.slice(0, 300)}`;
    const simulated = operation.operationId === 'sendNotification' && body.includes('as the test scenario asked for');
    if (status >= 500 && status !== 501 && status !== 505 && !simulated) faults.push(`a server error: ${answered}`);
    if (ambiguous.some((one) => one === framing) && status < 400)
      faults.push(`an ambiguous length was accepted: ${answered}`);
    if (/\bat \S+ \(|node_modules|\/src\/|postgres|pglite|SELECT |[a-z_]+\.ts:\d/.test(body))
      faults.push(`the inside shows: ${answered}`);
    const json = headers.get('content-type')?.startsWith('application/json') ?? false;
    const value: unknown = json && body !== '' ? parsed(body) : undefined;
    if (json && body !== '' && value === undefined) faults.push(`no JSON: ${answered}`);
    // The same address and method are the operation of the contract; another one is another operation, or none.
    const own =
      method === operation.method && new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`).test(target);
    if (!own || method === 'HEAD') continue;
    const documented = operation.responses.some((response) => response.status === String(status));
    if (!documented && !protocolStatuses.includes(status)) faults.push(`not documented: ${answered}`);
    if (documented && headers.has('x-request-id') && !simulated)
      for (const { field, message } of check?.(status, value, Object.fromEntries(headers)) ?? [])
        faults.push(`not as documented: ${field} ${message}: ${answered}`);
  }
  return faults;
}

/** Errors and whatever else the platform printed that is no line of its log. */
const logFaults = (log: string): readonly string[] =>
  log
    .split('\n')
    .filter((line) => line !== '' && (!line.startsWith('{') || /"level":(?:50|60)\b/.test(line)))
    .filter((line) => !line.includes('Internal error, as the test scenario asked for.'));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
