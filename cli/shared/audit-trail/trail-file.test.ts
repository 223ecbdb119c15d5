import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { readLineEndingAt, readLines, genesisHash } from './trail-file.ts';
import { execFileSync } from 'node:child_process';
import { canonicalHash, signLine, writeCheckpoint } from './audit-entry.ts';
import { initKeypair } from '../../agent-id-core/identity.ts';
import { useToolkit } from '../../../contract-tests/fixtures/cli/executables.ts';

const folder = mkdtempSync(join(tmpdir(), 'agent-id-lines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function opened<T>(bytes: Uint8Array, work: (fd: number) => T): T {
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  const fd = openSync(path, 'r');
  try {
    return work(fd);
  } finally {
    closeSync(fd);
  }
}

test('readLines: yields each complete line with its end offset and omits an unfinished last line', () => {
  // Long lines span several read chunks.
  const line = fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 300_000 })).map((length) => 'a'.repeat(length));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), fc.nat({ max: 20 }), (lines, torn) => {
      const bytes = Buffer.from(lines.map((one) => `${one}\n`).join('') + 'b'.repeat(torn));
      const read = opened(bytes, (fd) =>
        [...readLines(fd, 0, bytes.length)].map((one) => ({ ...one, text: one.bytes.toString() })),
      );
      expect(read.map(({ text }) => text)).toEqual(lines);
      expect(read.map(({ end }) => bytes.toString('latin1', end - 1, end))).toEqual(lines.map(() => '\n'));
      for (const { text, end } of read) {
        expect(opened(bytes, (fd) => readLineEndingAt(fd, end))?.toString()).toBe(text);
      }
    }),
    { numRuns: 40 },
  );
});

test('readLineEndingAt: returns undefined at an offset without a newline or outside the file', () => {
  const bytes = Buffer.from('one\ntwo\n');
  const ending = (end: number): string | undefined => opened(bytes, (fd) => readLineEndingAt(fd, end))?.toString();
  expect([0, 3, 4, 5, 8, 9].map(ending)).toEqual([undefined, undefined, 'one', undefined, 'two', undefined]);
});

const toolkit = useToolkit();
const payload = { text: 'x'.repeat(16_000) };

/** Creates a state directory with a trail of entries of about 16 KiB each. */
async function trailOf(entries: number): Promise<string> {
  const path = toolkit.scratch();
  const dir = { path, log: () => undefined };
  const keypair = await initKeypair(dir, undefined, 1);
  const fd = openSync(join(path, 'audit/operations.jsonl'), 'w', 0o600);
  const payloadHash = canonicalHash(payload);
  let [head, size] = [{ seq: 0, envelopeHash: genesisHash }, 0];
  for (let seq = 1; seq <= entries; seq++) {
    const envelope = {
      operationId: `operation-${seq}`,
      seq,
      nonce: seq,
      agentId: 'main',
      type: 't',
      action: 'a',
      timestamp: 1,
      payload,
      payloadHash,
      meta: null,
      agentJwk: keypair.jwk,
      ownerSub: null,
      idTokenRef: null,
    };
    const { line, envelopeHash } = signLine(envelope, head.envelopeHash, keypair.sign);
    size += writeSync(fd, `${line}\n`);
    head = { seq, envelopeHash };
  }
  closeSync(fd);
  writeCheckpoint(dir, { head, size, nonces: { main: entries }, faults: [] }, keypair.sign);
  return path;
}

/** Verifies a trail in a separate process. @returns its peak memory in MiB */
function memoryOfVerifying(path: string, entries: number): number {
  const script = `
    const { verifyTrail } = await import('${join(import.meta.dirname, '../../agent-id-core/verify-trail.ts')}');
    const { requireKeyFile } = await import('${join(import.meta.dirname, '../keypair/key-file.ts')}');
    const dir = { path: '${path}', log: () => undefined };
    const { ok, operations } = await verifyTrail(dir, requireKeyFile(dir));
    console.log(JSON.stringify({ ok, operations, peak: process.resourceUsage().maxRSS / 1024 }));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const { ok, operations, peak } = JSON.parse(output) as { ok: boolean; operations: number; peak: number };
  expect([ok, operations]).toEqual([true, entries]);
  return peak;
}

test('core verify: memory does not grow with the trail', async () => {
  const [few, many] = [20, 3_000];
  const base = memoryOfVerifying(await trailOf(few), few);
  const peak = memoryOfVerifying(await trailOf(many), many);
  // The longer trail has 47 MiB. It is read in chunks of 256 KiB; the margin allows for uncollected garbage.
  expect(peak - base).toBeLessThan(28);
});
