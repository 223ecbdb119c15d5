import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canonicalHash, signLine, writeCheckpoint } from '../shared/audit-trail/audit-entry.ts';
import { genesisHash } from '../shared/audit-trail/trail-file.ts';
import { initKeypair } from './identity.ts';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';

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
    const { verifyTrail } = await import('${join(import.meta.dirname, 'verify-trail.ts')}');
    const { requireKeyFile } = await import('${join(import.meta.dirname, '../shared/keypair/key-file.ts')}');
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
