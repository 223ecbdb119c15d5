import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bindTestAgent, useTestProvider } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';
import { ownerSub } from '../../contract-tests/fixtures/cli/test-provider.ts';

const toolkit = useToolkit();
const provider = useTestProvider();
let stateDir: string;
let folder: string;

interface Entry {
  readonly envelope: Readonly<Record<string, unknown>>;
  readonly envelopeHash: string;
  readonly [name: string]: unknown;
}
interface Proof {
  readonly operations: readonly Entry[];
  readonly idTokens: readonly string[];
  readonly [name: string]: unknown;
}
interface Report {
  readonly ok: boolean;
  readonly errors: readonly { readonly code: string }[];
  readonly [name: string]: unknown;
}

const coreIn = (dir: string, ...args: readonly string[]) =>
  toolkit.run('agent-id-core', [...args, '--state-dir', dir], { env: { SSO_BASE_URL: provider.url } });
const sign = (dir: string, n: number) =>
  coreIn(dir, 'sign', '--type', 'tool-call', '--action', 'test', '--payload', String(n));
const exported = async (dir: string): Promise<Proof> => (await coreIn(dir, 'export-proof')).json as unknown as Proof;

/** Verifies a proof in an empty state directory without network. */
async function verify(proof: unknown, ...args: readonly string[]): Promise<Report> {
  const file = join(folder, 'proof.json');
  writeFileSync(file, typeof proof === 'string' ? proof : JSON.stringify(proof));
  const words = ['verify', '--proof', file, '--jwks', join(folder, 'jwks.json'), ...args];
  const empty = join(folder, 'empty');
  return (await toolkit.run('agent-id-core', [...words, '--state-dir', empty])).json as unknown as Report;
}
const codes = async (proof: unknown, ...args: readonly string[]): Promise<readonly string[]> =>
  (await verify(proof, ...args)).errors.map(({ code }) => code);

beforeAll(async () => {
  stateDir = await bindTestAgent(toolkit, provider);
  for (const n of [1, 2]) await sign(stateDir, n);
  await coreIn(stateDir, 'refresh');
  await sign(stateDir, 3);
});
beforeEach(() => {
  folder = toolkit.scratch();
  writeFileSync(join(folder, 'jwks.json'), JSON.stringify(provider.jwks()));
});

test('core verify --proof: an exported proof verifies offline and names owner, key and head', async () => {
  const proof = await exported(stateDir);
  const { json: status } = await coreIn(stateDir, 'status');
  expect(await verify(proof)).toEqual({
    ok: true,
    errorCount: 0,
    errors: [],
    operations: 3,
    agents: ['main'],
    ownerSub,
    head: { seq: 3, envelopeHash: proof.operations[2]?.envelopeHash },
    anchor: null,
    jkt: status['jkt'],
    ownerExpected: null,
  });
});

test('core export-proof: contains every id_token that an entry refers to, also replaced ones', async () => {
  const { idTokens } = await exported(stateDir);
  expect(idTokens).toHaveLength(2);
});

test('core export-proof: contains neither access nor refresh token nor private key', async () => {
  const session = JSON.parse(readFileSync(join(stateDir, 'owner-session.json'), 'utf8')) as Record<string, string>;
  const text = JSON.stringify(await exported(stateDir));
  for (const secret of [session['accessToken'], session['refreshToken'], 'PRIVATE KEY'])
    expect(text).not.toContain(secret);
});

test('core verify --proof: --owner accepts the owner and refuses another', async () => {
  const proof = await exported(stateDir);
  expect(await verify(proof, '--owner', ownerSub)).toMatchObject({ ok: true, ownerExpected: true });
  expect(await verify(proof, '--owner', 'other', '--owner', ownerSub)).toMatchObject({ ok: true });
  expect(await verify(proof, '--owner', 'other')).toMatchObject({
    ok: false,
    ownerExpected: false,
    errors: [{ code: 'owner_not_expected' }],
  });
});

test('core verify --proof: --owner is not satisfied by a trail without owner', async () => {
  const dir = toolkit.scratch();
  await coreIn(dir, 'init');
  await sign(dir, 1);
  expect(await verify(await exported(dir), '--owner', ownerSub)).toMatchObject({ ok: false, ownerExpected: false });
});

const changed = (proof: Proof, index: number, change: (one: Entry) => unknown): unknown => ({
  ...proof,
  operations: proof.operations.map((one, at) => (at === index ? change(one) : one)),
});

test.each([
  [
    'a payload',
    (proof: Proof) => changed(proof, 1, (one) => ({ ...one, envelope: { ...one.envelope, payload: 9 } })),
    'bad_payload_hash',
  ],
  [
    'an owner',
    (proof: Proof) => changed(proof, 1, (one) => ({ ...one, envelope: { ...one.envelope, ownerSub: 'x' } })),
    'bad_signature',
  ],
  ['a removed last entry', (proof: Proof) => ({ ...proof, operations: proof.operations.slice(0, -1) }), 'truncated'],
  ['a removed first entry', (proof: Proof) => ({ ...proof, operations: proof.operations.slice(1) }), 'bad_seq'],
  ['a removed checkpoint', (proof: Proof) => ({ ...proof, checkpoint: null }), 'checkpoint_missing'],
  [
    'an edited checkpoint',
    (proof: Proof) => ({ ...proof, checkpoint: { checkpoint: {}, signature: '' } }),
    'checkpoint_invalid',
  ],
  ['removed id_tokens', (proof: Proof) => ({ ...proof, idTokens: [] }), 'id_token_missing'],
  [
    'an unsigned id_token',
    (proof: Proof) => ({ ...proof, idTokens: proof.idTokens.map((one) => one.replace(/.{8}$/, 'AAAAAAAA')) }),
    'bad_id_token',
  ],
])('core verify --proof: %s is found', async (_case, change, code) => {
  expect(await codes(change(await exported(stateDir)))).toContain(code);
});

test('core verify --proof: an id_token of another owner, or for another key, proves nothing', async () => {
  const proof = await exported(stateDir);
  const reissue = async (claims: Readonly<Record<string, unknown>>) => ({
    ...proof,
    idTokens: await Promise.all(
      proof.idTokens.map((token) => {
        const current = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object;
        return provider.signIdToken({ ...current, ...claims });
      }),
    ),
  });
  expect(await verify(await reissue({ sub: 'victim' }))).toMatchObject({
    ok: false,
    ownerSub: null,
    errors: [{ code: 'owner_mismatch' }, { code: 'owner_mismatch' }],
  });
  expect(await codes(await reissue({ cnf: { jkt: 'other' } }))).toEqual(['owner_mismatch', 'owner_mismatch']);
});

test('core verify --proof: a member given twice is refused', async () => {
  const text = JSON.stringify(await exported(stateDir));
  expect(await verify(text.replace('{', '{"operations":[],'))).toMatchObject({ ok: false, code: 'bad_proof' });
});

test.each([
  ['text', 'no json'],
  ['a list', '[]'],
  ['no key of the agent', '{"exportedAt":1,"stateDir":"/","ownerSession":null,"operations":[]}'],
  [
    'a key of small order',
    `{"agentJwk":{"kty":"OKP","crv":"Ed25519","x":"${'A'.repeat(43)}"},"operations":[],"checkpoint":null,"idTokens":[]}`,
  ],
])('core verify --proof: %s is not a proof', async (_case, text) => {
  expect(await verify(text)).toMatchObject({ ok: false, code: 'bad_proof' });
});

test('core verify --proof: an issuer that the verifier does not trust is refused', async () => {
  const file = join(folder, 'proof.json');
  writeFileSync(file, JSON.stringify(await exported(stateDir)));
  const words = ['verify', '--proof', file, '--state-dir', toolkit.scratch()];
  expect((await toolkit.run('agent-id-core', words)).json['code']).toBe('untrusted_issuer');
  const trusting = await toolkit.run('agent-id-core', [...words, '--trusted-issuer', provider.url]);
  expect(trusting.json['ok']).toBe(true);
});

test('core verify: --expect-head tells two forks of one backup apart', async () => {
  const [fork, other] = [toolkit.scratch(), toolkit.scratch()];
  for (const copy of [fork, other]) {
    cpSync(stateDir, copy, { recursive: true });
    await sign(copy, 4);
  }
  const heads = await Promise.all(
    [fork, other].map(async (dir) => (await exported(dir)).operations[3]?.envelopeHash ?? ''),
  );
  for (const [dir, mine, foreign] of [
    [fork, heads[0], heads[1]],
    [other, heads[1], heads[0]],
  ] as const) {
    await sign(dir, 5);
    expect((await coreIn(dir, 'verify', '--expect-head', String(mine))).json['ok']).toBe(true);
    expect((await coreIn(dir, 'verify', '--expect-head', String(foreign))).json).toMatchObject({
      ok: false,
      errors: [{ code: 'head_not_found' }],
    });
    expect((await verify(await exported(dir), '--expect-head', String(mine))).ok).toBe(true);
    expect(await codes(await exported(dir), '--expect-head', String(foreign))).toEqual(['head_not_found']);
  }
});

test('core verify: an entry of another fork is found, although the same key signed it', async () => {
  const [fork, other] = [toolkit.scratch(), toolkit.scratch()];
  for (const copy of [fork, other]) {
    cpSync(stateDir, copy, { recursive: true });
    for (const n of [4, 5]) await sign(copy, n);
  }
  const mine = await exported(fork);
  const theirs = await exported(other);
  const last = { ...theirs.operations[4], prevHash: mine.operations[3]?.envelopeHash };
  const mixed = { ...theirs, operations: [...mine.operations.slice(0, 4), last] };
  expect(await codes(mixed)).toContain('bad_prev_hash');
});

test('core verify: a state directory rolled back to a backup is found by a head that was noted after the backup', async () => {
  const dir = toolkit.scratch();
  cpSync(stateDir, dir, { recursive: true });
  await sign(dir, 4);
  const { head } = (await coreIn(dir, 'verify')).json as { head: { envelopeHash: string } };
  rmSync(join(dir, 'audit'), { recursive: true });
  cpSync(join(stateDir, 'audit'), join(dir, 'audit'), { recursive: true });
  expect((await coreIn(dir, 'verify')).json['ok']).toBe(true);
  expect((await coreIn(dir, 'verify', '--expect-head', head.envelopeHash)).json['ok']).toBe(false);
});

test('core verify: --expect-head without the form of a hash is refused', async () => {
  expect((await coreIn(stateDir, 'verify', '--expect-head', 'abc')).json['code']).toBe('invalid_flag');
});

test('core verify: an id_token kept beside the trail that names another owner is found', async () => {
  const dir = toolkit.scratch();
  cpSync(stateDir, dir, { recursive: true });
  const { idTokens } = await exported(dir);
  const tokenFile = (token: string): string => {
    const reference = (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { jti: string })
      .jti;
    return join(dir, 'id-tokens', `${createHash('sha256').update(reference).digest('hex')}.jwt`);
  };
  const forged = await provider.signIdToken({ sub: 'victim', jti: 'x' });
  writeFileSync(tokenFile(idTokens[0] ?? ''), forged);
  expect((await coreIn(dir, 'verify')).json).toMatchObject({ ok: false, errors: [{ code: 'owner_mismatch' }] });
});
