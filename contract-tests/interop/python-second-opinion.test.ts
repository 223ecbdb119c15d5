import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { audience, issuer, mutatedRequests, now } from './mutated-requests.ts';
import { ours } from './opinions.ts';
import { pythonEnvironment } from './python-environment.ts';

const environment = pythonEnvironment();
const python = 'python' in environment ? environment.python : undefined;
if ('missing' in environment) console.warn(`The Python verifier is skipped: it needs ${environment.missing}.`);

test.runIf(python !== undefined)(
  'second opinion: on 2,000 mutated requests a verifier on PyJWT agrees, but for what docs/departures.md explains',
  async () => {
    const { jwks, requests } = await mutatedRequests(2_000, 9);
    const task = JSON.stringify({ issuer, audience, now, jwks, requests });
    const script = join(import.meta.dirname, 'second_opinion.py');
    const { stdout, stderr } = spawnSync(python ?? '', [script], { input: task, encoding: 'utf8', maxBuffer: 2 ** 26 });
    expect(stderr).toBe('');
    const theirs: readonly (string | null)[] = JSON.parse(stdout);
    expect(theirs).toHaveLength(requests.length);

    const judge = ours({ jwks, requests });
    const unexplained: unknown[] = [];
    for (const [index, request] of requests.entries()) {
      const [one, two] = [await judge(request), theirs[index] ?? undefined];
      if ((one === undefined) === (two === undefined)) continue;
      // It allows no skew of clocks in nbf, and reads typ in any case.
      if (two !== 'nbf' && one?.startsWith('bad_access_token_typ') !== true) unexplained.push({ request, one, two });
    }
    expect(unexplained).toEqual([]);
    expect(theirs.filter((reason) => reason === null).length).toBeGreaterThan(200);
  },
  180_000,
);
