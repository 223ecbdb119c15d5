import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendOperation, unbound } from '../audit-trail/audit-trail.ts';
import { readAuditOperations } from '../../agent-id-core/proof.ts';
import { openTrailFile } from '../../agent-id-core/verify-trail.ts';
import { canonicalHash } from '../audit-trail/audit-entry.ts';
import { initKeypair } from '../../agent-id-core/identity.ts';
import { toJsonText } from '../json.ts';
import { requireKeypair } from './keypair.ts';
import type { StateDir } from '../state-dir/state-dir.ts';
import { readStateFile, writeStateFile } from '../state-dir/state-file.ts';
import { requireKeyFile } from './key-file.ts';
import { sessionMac } from '../owner-session/owner-session.ts';

let dir: StateDir;
beforeEach(() => {
  dir = { path: mkdtempSync(join(tmpdir(), 'agent-id-key-')), log: () => undefined };
});
afterEach(() => rmSync(dir.path, { recursive: true, force: true }));

/** RFC 8037 A.1 as a key file: RFC 8410 puts a fixed prefix before the 32 bytes of each half. */
const seed = Buffer.from('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', 'base64url');
const x = Buffer.from('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', 'base64url');
const pem = (label: string, prefix: string, key: Buffer): string =>
  `-----BEGIN ${label}-----\n${Buffer.concat([Buffer.from(prefix, 'hex'), key]).toString('base64')}\n-----END ${label}-----\n`;
const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), x]);
const rfc8037KeyFile = {
  version: 1,
  agentId: 'main',
  createdAt: 1,
  publicKeyPem: pem('PUBLIC KEY', '302a300506032b6570032100', x),
  privateKeyPem: pem('PRIVATE KEY', '302e020100300506032b657004220420', seed),
  fingerprint: createHash('sha256').update(spki).digest('hex'),
};
const writeKeyFile = (fields: object): void => writeStateFile(dir, 'keys/main.json', toJsonText(fields));

test('RFC 8037 A.1–A.4: the example key gives the published thumbprint and signature', () => {
  writeKeyFile(rfc8037KeyFile);
  const { jkt, jwk, sign, seed: seedOf } = requireKeypair(dir, undefined);
  expect(jwk).toEqual({ kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') });
  expect(jkt).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
  expect(seedOf()).toEqual(seed);
  expect(sign(Buffer.from('eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc')).toString('base64url')).toBe(
    'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg',
  );
});

test.each([
  ['another public half', { publicKeyPem: pem('PUBLIC KEY', '302a300506032b6570032100', Buffer.alloc(32, 9)) }],
  ['a public half of another kind', { publicKeyPem: pem('PUBLIC KEY', '302a300506032b656e032100', x) }],
  ['another fingerprint', { fingerprint: '0'.repeat(64) }],
  ['no private half', { privateKeyPem: undefined }],
  ['an unreadable private half', { privateKeyPem: 'text' }],
  ['another version', { version: 2 }],
])('key file: %s is reported as damaged_state and nothing is signed', (_case, change) => {
  writeKeyFile({ ...rfc8037KeyFile, ...change });
  expect(() => requireKeypair(dir, undefined)).toThrow(/^The state file keys\/main.json is damaged/);
});

test('key file: has the documented members and the SHA-256 of the SPKI DER as fingerprint', async () => {
  const { publicKeyPem, fingerprint } = await initKeypair(dir, undefined, 1_700_000_000);
  const stored = JSON.parse(readStateFile(dir, 'keys/main.json') ?? '') as Readonly<Record<string, unknown>>;
  expect(Object.keys(stored)).toEqual([
    'version',
    'agentId',
    'createdAt',
    'publicKeyPem',
    'fingerprint',
    'privateKeyPem',
  ]);
  expect(stored).toMatchObject({ version: 1, agentId: 'main', createdAt: 1_700_000_000, publicKeyPem, fingerprint });
  const der = Buffer.from(publicKeyPem.split('\n')[1] ?? '', 'base64');
  expect(fingerprint).toBe(createHash('sha256').update(der).digest('hex'));
});

test('RFC 8785 §3.2.4: the payload of an audit entry is stored and hashed in the published bytes', async () => {
  const payload: unknown = JSON.parse(
    String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`,
  );
  const published = Buffer.from(
    '7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e' +
      '756d62657273223a5b3333333333333333332e333333333333332c31652b3330' +
      '2c342e352c302e3030322c31652d32375d2c22737472696e67223a22e282ac24' +
      '5c75303030665c6e4127425c225c5c5c5c5c222f227d',
    'hex',
  );
  const keypair = await initKeypair(dir, undefined, 1);
  const operation = { agentId: 'main', type: 't', action: 'a', payload, meta: null };
  await appendOperation(dir, keypair, unbound, operation, 1);
  const line = Buffer.from(readStateFile(dir, 'audit/operations.jsonl') ?? '');
  expect(line.includes(Buffer.concat([Buffer.from('"payload":'), published]))).toBe(true);
  const hash = createHash('sha256').update(published).digest('hex');
  expect(canonicalHash(payload)).toBe(hash);
  expect(readAuditOperations(openTrailFile(dir))[0]?.['envelope']).toMatchObject({ payload, payloadHash: hash });
});

test.each([undefined, 'correct horse'])(
  'RFC 2104: the session MAC equals that of node:crypto, passphrase %s',
  async (passphrase) => {
    const dir = { path: mkdtempSync(join(tmpdir(), 'mac-')), log: () => undefined };
    try {
      const keypair = await initKeypair(dir, passphrase, 1);
      const key = createHmac('sha256', keypair.seed()).update('platform-agent-id/owner-session-mac/v1').digest();
      const expected = createHmac('sha256', key).update('["a",1,null]').digest('base64url');
      expect(await sessionMac(requireKeyFile(dir), passphrase, ['a', 1, null])).toBe(expected);
    } finally {
      rmSync(dir.path, { recursive: true });
    }
  },
);
