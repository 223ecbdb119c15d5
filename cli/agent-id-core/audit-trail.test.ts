import { readFileSync, writeFileSync, appendFileSync, copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type Toolkit, useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';

interface Entry {
  readonly envelope: Readonly<Record<string, unknown>>;
  readonly [name: string]: unknown;
}

/** Parses a line of the audit trail. */
const entryOf = (line: string | undefined): Entry => JSON.parse(line ?? '') as Entry;

interface Report {
  readonly ok: boolean;
  readonly errorCount: number;
  readonly errors: readonly { readonly line: number | null; readonly seq: number | null; readonly code: string }[];
}

/** An identity per test whose audit trail has three entries of two agent ids, and access to the files of the trail. Call at the top of a test file. */
function useAuditTrail(toolkit: Toolkit) {
  let stateDir: string;
  const trail = () => join(stateDir, 'audit/operations.jsonl');
  const core = (...args: readonly string[]) => toolkit.run('agent-id-core', [...args, '--state-dir', stateDir]);
  const sign = (payload: unknown, ...args: readonly string[]) =>
    core('sign', '--type', 'tool-call', '--action', 'test', '--payload', JSON.stringify(payload), ...args);
  const verify = async () => (await core('verify')).json as unknown as Report;
  beforeEach(async () => {
    stateDir = toolkit.scratch();
    await core('init');
    for (const n of [1, 2, 3]) await sign({ n, text: 'ä\u2028' }, '--agent-id', n === 2 ? 'helper' : 'main');
  });
  return {
    get stateDir() {
      return stateDir;
    },
    /** Paths of the files. */
    get trail() {
      return trail();
    },
    get checkpoint() {
      return join(stateDir, 'audit/checkpoint.json');
    },
    core,
    sign,
    lines: () => readFileSync(trail(), 'utf8').split('\n').slice(0, -1),
    writeLines: (all: readonly string[]) => writeFileSync(trail(), all.map((line) => `${line}\n`).join('')),
    /** Runs `verify`. @returns its report */
    verify,
    /** Runs `verify`. @returns the error codes of its report */
    codes: async () => (await verify()).errors.map(({ code }) => code),
  };
}

const toolkit = useToolkit('agent-id-core');
const audit = useAuditTrail(toolkit);
const { codes, core, lines, sign, verify, writeLines } = audit;

test('core sign: seq counts globally and nonce per agent id, both from 1 [B7]', () => {
  expect(
    lines()
      .map((line) => entryOf(line).envelope)
      .map(({ seq, nonce, agentId }) => [seq, nonce, agentId]),
  ).toEqual([
    [1, 1, 'main'],
    [2, 1, 'helper'],
    [3, 2, 'main'],
  ]);
});

test('core sign: prevHash of each entry is the envelopeHash of the previous entry [B8]', () => {
  const all = lines().map(entryOf);
  expect(all.map(({ prevHash }) => prevHash)).toEqual([
    '0'.repeat(64),
    all[0]?.['envelopeHash'],
    all[1]?.['envelopeHash'],
  ]);
});

test('core sign: prints exactly the documented members [B7, B37]', async () => {
  const { json } = await sign({ n: 4 }, '--meta', '{"why":"test"}');
  expect(Object.keys(json)).toEqual([
    'ok',
    'operationId',
    'seq',
    'nonce',
    'agentId',
    'signatureShort',
    'envelopeHashShort',
  ]);
  expect(json).toMatchObject({ ok: true, seq: 4, nonce: 3, agentId: 'main' });
});

test.each([
  ['malformed JSON', ['--payload', '{']],
  ['a number outside the range of a double', ['--payload', '1e999']],
  ['a lone surrogate', ['--payload', '"\\ud800"']],
  ['a duplicate member', ['--payload', '{"amount":1,"amount":2}']],
  ['an integer that a double changes', ['--payload', '{"amount":9007199254740993}']],
  ['malformed JSON in --meta', ['--payload', '1', '--meta', 'x']],
])('core sign: %s is refused and nothing is appended [B37]', async (_case, args) => {
  const { json } = await core('sign', '--type', 't', '--action', 'a', ...args);
  expect(json['code']).toBe('invalid_json');
  expect(lines()).toHaveLength(3);
});

test('core sign: --payload-file reads the payload from a file or stdin', async () => {
  const file = join(toolkit.scratch(), 'payload.json');
  writeFileSync(file, '{"from":"file"}');
  const args = ['sign', '--type', 't', '--action', 'a', '--state-dir', audit.stateDir, '--payload-file'];
  expect((await toolkit.run('agent-id-core', [...args, file])).json['ok']).toBe(true);
  expect((await toolkit.spawn('agent-id-core', [...args, '-'], { stdin: '{"from":"stdin"}' })).json['ok']).toBe(true);
  expect(
    lines()
      .slice(-2)
      .map((line) => entryOf(line).envelope['payload']),
  ).toEqual([{ from: 'file' }, { from: 'stdin' }]);
});

test.each([
  ['a missing file', '/nonexistent', 'unreadable_file'],
  ['a directory', '/', 'unreadable_file'],
])('core sign: --payload-file with %s is refused and names the flag', async (_case, path, failure) => {
  const { json } = await core('sign', '--type', 't', '--action', 'a', '--payload-file', path);
  expect([json['code'], json['error']]).toEqual([failure, expect.stringContaining('--payload-file')]);
});

test('core sign: --payload-file that is not UTF-8 is refused', async () => {
  const file = join(toolkit.scratch(), 'payload.json');
  writeFileSync(file, Buffer.from('22ff22', 'hex'));
  const { json } = await core('sign', '--type', 't', '--action', 'a', '--payload-file', file);
  expect(json['code']).toBe('not_utf8');
});

test('core verify: an unchanged trail passes and head is its last entry [B38]', async () => {
  const { json, code } = await core('verify');
  expect(code).toBe(0);
  expect(json).toEqual({
    ok: true,
    errorCount: 0,
    errors: [],
    operations: 3,
    agents: ['helper', 'main'],
    ownerSub: null,
    head: { seq: 3, envelopeHash: entryOf(lines()[2])['envelopeHash'] },
    anchor: null,
  });
});

test('core verify: a clock that ran backwards is a warning at its line', async () => {
  const words = ['sign', '--type', 't', '--action', 'a', '--payload', '4', '--state-dir', audit.stateDir];
  await toolkit.run('agent-id-core', words, { now: () => Date.now() - 3_600_000 });
  const { json, code } = await core('verify');
  expect(code).toBe(0);
  expect(json).toMatchObject({ ok: true, warnings: [{ line: 4, seq: 4, code: 'clock_backwards' }] });
});

test('core verify: without a keypair fails with no_agent_keypair', async () => {
  const { json } = await toolkit.run('agent-id-core', ['verify', '--state-dir', toolkit.scratch()]);
  expect(json['error']).toMatch(/^No agent keypair/);
});

test('core sign: an incomplete last line is reported, removed and not counted', async () => {
  const whole = readFileSync(audit.trail, 'utf8');
  appendFileSync(audit.trail, '{"envelope":{"action":"half');
  const { json, code } = await core('verify');
  expect([code, json['ok'], json['tornBytes']]).toEqual([0, true, 27]);
  const { json: next, stderr } = await sign({ n: 4 });
  expect(next['seq']).toBe(4);
  expect(stderr).toContain('27 bytes');
  expect(readFileSync(audit.trail, 'utf8').startsWith(`${whole}{"envelope"`)).toBe(true);
  expect((await verify()).ok).toBe(true);
});

test('core sign: a crash between entry and checkpoint loses no entry', async () => {
  const before = readFileSync(audit.checkpoint, 'utf8');
  await sign({ n: 4 }, '--agent-id', 'helper');
  writeFileSync(audit.checkpoint, before);
  expect((await core('status')).json).toMatchObject({ nextSeq: 5, nonceAgents: ['helper', 'main'] });
  expect((await sign({ n: 5 }, '--agent-id', 'helper')).json).toMatchObject({ seq: 5, nonce: 3 });
  expect((await verify()).ok).toBe(true);
});

test('core sign: agent ids such as __proto__ have their own nonce', async () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    expect((await sign(1, '--agent-id', name)).json['nonce']).toBe(1);
    expect((await sign(2, '--agent-id', name)).json['nonce']).toBe(2);
  }
  expect((await verify()).ok).toBe(true);
});

test('core export-proof: prints the complete trail, and ownerSession null while unbound [B39]', async () => {
  const { json } = await core('export-proof');
  expect(Object.keys(json).slice(0, 4)).toEqual(['exportedAt', 'stateDir', 'ownerSession', 'operations']);
  expect(json['operations']).toEqual(lines().map(entryOf));
  expect(json['ownerSession']).toBe(null);
});

test('core sign: eight parallel processes lose no entry and keep the chain valid', async () => {
  const runs = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      toolkit.spawn('agent-id-core', [
        'sign',
        '--type',
        't',
        '--action',
        'a',
        '--payload',
        String(n),
        '--state-dir',
        audit.stateDir,
      ]),
    ),
  );
  expect(runs.map(({ json }) => Number(json['seq'])).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 8 }, (_, n) => n + 4),
  );
  expect((await verify()).ok).toBe(true);
  expect(existsSync(join(audit.stateDir, 'lock'))).toBe(false);
});

test('core status: nextSeq never decreases while other processes sign', async () => {
  const args = ['sign', '--type', 't', '--action', 'a', '--payload', '1', '--state-dir', audit.stateDir];
  const signed = Promise.all(Array.from({ length: 5 }, () => toolkit.spawn('agent-id-core', args)));
  const seen: number[] = [];
  for (let done = false; !done;) {
    seen.push(Number((await core('status')).json['nextSeq']));
    const turn = new Promise<boolean>((resolve) => setImmediate(resolve, false));
    done = await Promise.race([signed.then(() => true), turn]);
  }
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect((await core('status')).json['nextSeq']).toBe(9);
});

test('core init: eight parallel processes create one key', async () => {
  const fresh = toolkit.scratch();
  const runs = await Promise.all(
    Array.from({ length: 8 }, () => toolkit.spawn('agent-id-core', ['init', '--state-dir', join(fresh, 'state')])),
  );
  expect(new Set(runs.map(({ stdout }) => stdout)).size).toBe(1);
  expect(runs[0]?.json['ok']).toBe(true);
});

const edit = (index: number, change: (line: string) => string): void =>
  writeLines(lines().map((line, at) => (at === index ? change(line) : line)));

const envelopeMember = (name: string, value: unknown) => (line: string) =>
  JSON.stringify({ ...entryOf(line), envelope: { ...entryOf(line).envelope, [name]: value } });
const lineMember = (name: string, value: unknown) => (line: string) =>
  JSON.stringify({ ...entryOf(line), [name]: value });

test.each([
  ['action', envelopeMember('action', 'other')],
  ['type', envelopeMember('type', 'other')],
  ['agentId', envelopeMember('agentId', 'other')],
  ['timestamp', envelopeMember('timestamp', 1)],
  ['payload', envelopeMember('payload', { n: 99 })],
  ['payloadHash', envelopeMember('payloadHash', 'f'.repeat(64))],
  ['meta', envelopeMember('meta', 'added')],
  ['operationId', envelopeMember('operationId', 'other')],
  ['ownerSub', envelopeMember('ownerSub', 'somebody')],
  ['idTokenRef', envelopeMember('idTokenRef', 'other')],
  ['seq', envelopeMember('seq', 7)],
  ['nonce', envelopeMember('nonce', 7)],
  ['agentJwk', envelopeMember('agentJwk', { kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43) })],
  ['signature', envelopeMember('signature', 'A'.repeat(86))],
  ['a further envelope member', envelopeMember('extra', true)],
  ['prevHash', lineMember('prevHash', 'f'.repeat(64))],
  ['envelopeHash', lineMember('envelopeHash', 'f'.repeat(64))],
  ['persistedAt', lineMember('persistedAt', 1)],
  ['version', lineMember('version', 2)],
  ['the signed prevHash', envelopeMember('prevHash', 'f'.repeat(64))],
  ['a further member', lineMember('extra', true)],
  ['white space', (line: string) => line.replace('{', '{ ')],
  ['another escape of the same text', (line: string) => line.replace('ä', '\\u00e4')],
  ['a repeated member', (line: string) => line.replace('{"envelope"', '{"version":1,"envelope"')],
  ['a lone surrogate', (line: string) => line.replace('ä', '\\ud800')],
  ['an infinite number', (line: string) => line.replace(/"n":\d/, '"n":1e999')],
  ['deep nesting', envelopeMember('meta', JSON.parse('['.repeat(300) + ']'.repeat(300)))],
  ['a text instead of JSON', () => 'not json'],
  ['an empty line', () => ''],
])('core verify: a change of %s is found in every line [B38]', async (_case, change) => {
  const original = lines();
  for (const index of [0, 1, 2]) {
    writeLines(original);
    edit(index, change);
    const report = await verify();
    expect(report.ok).toBe(false);
    expect(report.errors[0]?.line).toBe(index + 1);
    expect(report.errorCount).toBe(report.errors.length);
  }
});

test.each([
  ['a line removed from the middle', (all: string[]) => [all[0], all[2]], 'bad_seq'],
  ['the first line removed', (all: string[]) => all.slice(1), 'bad_seq'],
  ['two lines exchanged', (all: string[]) => [all[1], all[0], all[2]], 'bad_seq'],
  ['a line repeated', (all: string[]) => [...all, all[2]], 'bad_seq'],
  ['the last line removed', (all: string[]) => all.slice(0, 2), 'truncated'],
  ['all lines removed', () => [], 'truncated'],
] as const)('core verify: %s is found', async (_case, change, code) => {
  writeLines(change(lines()).map(String));
  expect(await codes()).toContain(code);
});

test('core verify: bytes that are not UTF-8 are found', async () => {
  const bytes = readFileSync(audit.trail);
  bytes[bytes.indexOf(0xc3)] = 0xff;
  writeFileSync(audit.trail, bytes);
  expect(await codes()).toContain('malformed_line');
});

test('core verify: a correctly linked entry of another key is found', async () => {
  const mine = lines();
  const other = toolkit.scratch();
  const run = (...args: readonly string[]) => toolkit.run('agent-id-core', [...args, '--state-dir', other]);
  await run('init');
  for (const n of [1, 2, 3]) await run('sign', '--type', 't', '--action', 'a', '--payload', String(n));
  copyFileSync(join(other, 'audit/operations.jsonl'), audit.trail);
  copyFileSync(join(other, 'audit/checkpoint.json'), audit.checkpoint);
  expect(new Set(await codes())).toEqual(new Set(['foreign_key', 'bad_signature', 'checkpoint_invalid']));
  writeLines(mine);
  expect(await codes()).toEqual(['checkpoint_invalid']);
});

test('core verify: a truncation is still reported after later entries', async () => {
  writeLines(lines().slice(0, 2));
  const { json, stderr } = await sign({ n: 4 });
  expect(json).toMatchObject({ ok: true, seq: 3 });
  expect(stderr).toContain('damaged');
  await sign({ n: 5 });
  expect(await codes()).toEqual(['truncated']);
});

test('core verify: a deleted, replaced or edited checkpoint is reported before and after later entries', async () => {
  const good = readFileSync(audit.checkpoint, 'utf8');
  for (const [damage, code] of [
    [() => rmSync(audit.checkpoint), 'checkpoint_missing'],
    [() => writeFileSync(audit.checkpoint, good.replace('"seq":3', '"seq":2')), 'checkpoint_invalid'],
    [() => writeFileSync(audit.checkpoint, '{}'), 'checkpoint_invalid'],
    [() => writeFileSync(audit.checkpoint, good.replace('"helper"', '"\\ud800"')), 'checkpoint_invalid'],
  ] as const) {
    damage();
    expect(await codes()).toContain(code);
    await sign('after');
    expect(await codes()).toContain(code);
  }
});

test('core verify: a deleted trail is reported before and after later entries', async () => {
  rmSync(join(audit.stateDir, 'audit'), { recursive: true });
  expect(await codes()).toEqual(['checkpoint_missing']);
  expect((await sign('after')).json['seq']).toBe(1);
  expect(await codes()).toEqual(['checkpoint_missing']);
});
