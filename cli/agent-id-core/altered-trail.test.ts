import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';
import { entryOf, useAuditTrail } from '../../contract-tests/fixtures/cli/audit-trail.ts';

const toolkit = useToolkit('agent-id-core');
const audit = useAuditTrail(toolkit);
const { sign, lines, writeLines, verify, codes } = audit;

/** Changes one line of the trail file. */
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
