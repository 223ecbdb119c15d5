import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';
import { entryOf, useAuditTrail } from '../../contract-tests/fixtures/cli/audit-trail.ts';

const toolkit = useToolkit('agent-id-core');
const audit = useAuditTrail(toolkit);
const { core, sign, lines, verify } = audit;

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

test('core sign: prints exactly the documented members [B7]', async () => {
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

test('core verify: an unchanged trail passes and head is its last entry', async () => {
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

test('core export-proof: prints the complete trail, and ownerSession null while unbound', async () => {
  const { json } = await core('export-proof');
  expect(Object.keys(json).slice(0, 4)).toEqual(['exportedAt', 'stateDir', 'ownerSession', 'operations']);
  expect(json['operations']).toEqual(lines().map(entryOf));
  expect(json['ownerSession']).toBe(null);
});

test('core sign: twenty parallel processes lose no entry and keep the chain valid', async () => {
  const runs = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
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
    Array.from({ length: 20 }, (_, n) => n + 4),
  );
  expect((await verify()).ok).toBe(true);
  expect(existsSync(join(audit.stateDir, 'lock'))).toBe(false);
});

test('core status: nextSeq never decreases while other processes sign', async () => {
  const args = ['sign', '--type', 't', '--action', 'a', '--payload', '1', '--state-dir', audit.stateDir];
  const signed = Promise.all(Array.from({ length: 10 }, () => toolkit.spawn('agent-id-core', args)));
  const seen: number[] = [];
  for (let done = false; !done;) {
    seen.push(Number((await core('status')).json['nextSeq']));
    const turn = new Promise<boolean>((resolve) => setImmediate(resolve, false));
    done = await Promise.race([signed.then(() => true), turn]);
  }
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect((await core('status')).json['nextSeq']).toBe(14);
});

test('core init: twenty parallel processes create one key', async () => {
  const fresh = toolkit.scratch();
  const runs = await Promise.all(
    Array.from({ length: 20 }, () => toolkit.spawn('agent-id-core', ['init', '--state-dir', join(fresh, 'state')])),
  );
  expect(new Set(runs.map(({ stdout }) => stdout)).size).toBe(1);
  expect(runs[0]?.json['ok']).toBe(true);
});
