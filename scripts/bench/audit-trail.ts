import { closeSync, fdatasyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes, sign, verify } from 'node:crypto';
import { appendOperation, unbound } from '../../cli/shared/audit-trail/audit-trail.ts';
import { verifyTrail } from '../../cli/agent-id-core/verify-trail.ts';
import { initKeypair } from '../../cli/agent-id-core/identity.ts';
import type { Keypair } from '../../cli/shared/keypair/keypair.ts';
import type { StateDir } from '../../cli/shared/state-dir/state-dir.ts';
import { type Finding, median, ratioOf, runRounds, spreadOf } from './findings.ts';
import type { Workbench } from './workbench.ts';

/** Entries of the short trail. */
const shortTrail = 20;
/** Milliseconds. */
const appendLimit = 2;

interface Trail {
  readonly dir: StateDir;
  readonly keypair: Keypair;
}

/** Measures appending to the audit trail and verifying it, with the code of the executables. */
export async function measureTrail(bench: Workbench, home: string): Promise<readonly Finding[]> {
  const entries = bench.times(10_000);
  const [long, short] = [await trailOf(entries, join(home, 'long')), await trailOf(shortTrail, join(home, 'short'))];

  const disk = bareFlushes(home);
  bench.onClear(disk.close);
  const times: [number[], number[]] = [[], []];
  const flushes: number[] = [];
  for (let repetition = 0; repetition < bench.times(200); repetition++) {
    times[0].push(await timed(() => append(long)));
    times[1].push(await timed(() => append(short)));
    flushes.push(await timed(disk.flush));
  }
  const format = (ms: readonly number[]) => `${median(ms).toFixed(2)} ms`;
  const longTrail = `a trail of ${entries.toLocaleString('en')} entries`;

  const { privateKey: key } = long.keypair;
  if (!key) throw new Error('The key of the trail is not in its key file.');
  const signature = { message: randomBytes(600), key };
  const signed = sign(null, signature.message, signature.key);
  const results = await runRounds(bench, {
    ours: () =>
      cpuOf(async () => {
        const { ok, operations } = await verifyTrail(long.dir, long.keypair);
        if (!ok || operations < entries) throw new Error('The audit trail failed its verification.');
      }),
    peer: () =>
      cpuOf(async () => {
        for (let entry = 0; entry < entries; entry++) verify(null, signature.message, signature.key, signed);
      }),
  });
  const perEntry = (costs: readonly number[]) => `${(median(costs) / entries).toFixed(0)} µs an entry`;
  return [
    {
      what: `an append, durable, to ${longTrail}; peer: the limit`,
      ours: format(times[0]),
      peer: `${appendLimit} ms`,
      ratio: spreadOf([median(times[0]) / appendLimit]),
      target: { atMost: 1 },
      note: `An append flushes to disk twice, once for the entry and once for the checkpoint; the two flushes alone took ${format(flushes)} here.`,
    },
    {
      what: `the same; peer: an append to one of ${shortTrail}`,
      ours: format(times[0]),
      peer: format(times[1]),
      ratio: spreadOf([median(times[0]) / median(times[1])]),
      target: { atMost: 1.25 },
    },
    {
      what: `verifying ${longTrail}: processor time; peer: the bare signature checks`,
      ours: perEntry(results.ours),
      peer: perEntry(results.peer),
      ratio: ratioOf(results.ours, results.peer),
      target: { atMost: 1.4 },
      note: 'Besides the signatures, every entry is read, parsed, hashed and compared with its predecessor.',
    },
  ];
}

async function trailOf(entries: number, path: string): Promise<Trail> {
  mkdirSync(path, { mode: 0o700 });
  const dir = { path, log: () => {} };
  const trail = { dir, keypair: await initKeypair(dir, undefined, 1) };
  for (let entry = 0; entry < entries; entry++) await append(trail);
  return trail;
}

function append({ dir, keypair }: Trail): Promise<unknown> {
  const operation = {
    agentId: 'main',
    type: 'tool-call',
    action: 'measure',
    payload: { tool: 'editor', file: 'notes.md', lines: [1, 2, 3] },
    meta: null,
  };
  return appendOperation(dir, keypair, unbound, operation, Math.floor(Date.now() / 1000));
}

/** Lower bound of an append: writes an entry to one file and a block to another, and flushes both. */
function bareFlushes(home: string) {
  const [trail, checkpoint] = [openSync(join(home, 'flush-trail'), 'a'), openSync(join(home, 'flush-checkpoint'), 'w')];
  const [entry, block] = [randomBytes(1000), randomBytes(4096)];
  return {
    flush: () => {
      writeSync(trail, entry);
      fdatasyncSync(trail);
      writeSync(checkpoint, block, 0, block.length, 0);
      fdatasyncSync(checkpoint);
    },
    close: () => {
      closeSync(trail);
      closeSync(checkpoint);
    },
  };
}

async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Measures the processor time of some work, microseconds. */
async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
