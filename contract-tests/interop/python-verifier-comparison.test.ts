import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Difference, expectDifferences, type ComparedRequest, platformVerdict } from './verdicts.ts';
import { mutatedRequests } from './mutated-requests.ts';
import { audience, issuer, now } from './request-draft.ts';
import { pythonEnvironment } from './python-environment.ts';

const environment = pythonEnvironment();
const python = 'python' in environment ? environment.python : undefined;
if ('missing' in environment) console.warn(`The Python verifier is skipped: it needs ${environment.missing}.`);

const explained: readonly Difference[] = [
  {
    mutation: 'typ in another spelling',
    ours: 'bad_access_token_typ: ',
    line: '`typ` of the access token in another case',
  },
  { mutation: 'other times of the token', theirs: 'nbf', line: '`nbf` of the access token up to 30 seconds ahead' },
];

test.runIf(python !== undefined)(
  'SDK verifier: agrees with a PyJWT verifier on mutated requests, except for docs/protocol-choices.md',
  async () => {
    const { jwks, requests } = await mutatedRequests({ seeds: [9], perSeed: 1_000 });
    const task = JSON.stringify({ issuer, audience, now, jwks, requests });
    const script = join(import.meta.dirname, 'pyjwt_verifier.py');
    const { stdout, stderr } = spawnSync(python ?? '', [script], { input: task, encoding: 'utf8', maxBuffer: 2 ** 26 });
    expect(stderr).toBe('');
    const theirs: readonly (string | null)[] = JSON.parse(stdout);
    expect(theirs).toHaveLength(requests.length);

    const ourVerdict = platformVerdict({ jwks, requests });
    const compared: ComparedRequest[] = [];
    for (const [index, request] of requests.entries())
      compared.push({ request, ours: await ourVerdict(request), theirs: theirs[index] ?? undefined });
    expect(theirs.filter((reason) => reason === null).length).toBeGreaterThan(requests.length / 20);
    expectDifferences(compared, explained);
  },
  180_000,
);
