import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';
import { mountSmallDisk } from '../../contract-tests/fixtures/small-disk.ts';

const toolkit = useToolkit();
let original: string;
let stateDir: string;

const core = (...args: readonly string[]) => toolkit.run('agent-id-core', [...args, '--state-dir', stateDir]);
const sign = (...args: readonly string[]) =>
  core('sign', '--type', 't', '--action', 'a', '--payload', '{"n":1}', ...args);

const readingCommands = [['verify'], ['export-proof'], ['status']] as const;

/** Every file of a directory with mode, owner and time of its last change. */
const snapshot = (path: string): readonly string[] =>
  (readdirSync(path, { recursive: true }) as string[]).map((name) => {
    const { mode, uid, mtimeMs } = lstatSync(join(path, name));
    return [name, mode, uid, mtimeMs].join(' ');
  });

beforeAll(async () => {
  original = toolkit.scratch();
  stateDir = original;
  await core('init');
  await sign();
});
beforeEach(() => {
  stateDir = toolkit.scratch();
  cpSync(original, stateDir, { recursive: true });
});

/** A disk of one megabyte with a copy of the state; tests are skipped where file systems cannot be mounted. */
function stateOnDisk() {
  const disk = mountSmallDisk(1);
  if (!disk) return undefined;
  onTestFinished(() => disk.remove());
  stateDir = join(disk.path, 'state');
  cpSync(original, stateDir, { recursive: true });
  return disk;
}

test('core verify, export-proof, status: work on a read-only mount and sign says that it is read-only', async ({
  skip,
}) => {
  const disk = stateOnDisk();
  if (!disk) return skip('file systems cannot be mounted here');
  execFileSync('mount', ['-o', 'remount,ro', disk.path]);
  for (const [command] of readingCommands) expect((await core(command)).code).toBe(0);
  expect((await core('verify')).json).toMatchObject({ ok: true, operations: 1 });
  const { json } = await sign();
  expect(json).toMatchObject({ ok: false, code: 'io_error', error: expect.stringContaining('EROFS') });
});

test('core verify, export-proof: open modes on a read-only mount are a warning', async ({ skip }) => {
  const disk = stateOnDisk();
  if (!disk) return skip('file systems cannot be mounted here');
  chmodSync(stateDir, 0o755);
  chmodSync(join(stateDir, 'audit/operations.jsonl'), 0o644);
  execFileSync('mount', ['-o', 'remount,ro', disk.path]);
  const { code, stderr } = await core('verify');
  expect(code).toBe(0);
  expect(stderr).toContain('mode 755); the file system is read-only');
  expect(stderr).toContain('mode 644); the file system is read-only');
});

test('core verify, export-proof, status: work on a full disk, and sign leaves the trail as it was', async ({
  skip,
}) => {
  const disk = stateOnDisk();
  if (!disk) return skip('file systems cannot be mounted here');
  disk.fill();
  for (const [command] of readingCommands) expect((await core(command)).code).toBe(0);
  expect((await sign()).json).toMatchObject({ ok: false, code: 'io_error', error: expect.stringContaining('ENOSPC') });
  disk.free();
  expect((await core('verify')).json).toMatchObject({ ok: true, operations: 1 });
  expect((await sign()).json).toMatchObject({ ok: true, seq: 2 });
});

describe.runIf(process.getuid?.() === 0)('with a directory of another user', () => {
  beforeEach(() => {
    const names = ['', ...(readdirSync(stateDir, { recursive: true }) as string[])];
    for (const name of names) chownSync(join(stateDir, name), 12_345, 12_345);
    chmodSync(stateDir, 0o755);
  });

  test('core verify, export-proof, status: --foreign reads a directory of another user and changes nothing', async () => {
    const before = snapshot(stateDir);
    for (const [command] of readingCommands) {
      const { code, stderr } = await core(command, '--foreign');
      expect([code, stderr]).toEqual([0, '']);
    }
    expect(snapshot(stateDir)).toEqual(before);
  });

  test('core verify: without --foreign it is refused, with both ways out', async () => {
    const { json } = await core('verify');
    expect(json['code']).toBe('unsafe_state_dir');
    expect(json['error']).toContain('--foreign');
    expect(json['error']).toContain(`chown -R 0 ${stateDir}`);
  });

  test('core sign: has no --foreign', async () => {
    expect((await sign('--foreign')).json['code']).toBe('unknown_flag');
  });

  test('core verify: --foreign still refuses a symbolic link', async () => {
    const target = stateDir;
    stateDir = join(toolkit.scratch(), 'link');
    execFileSync('ln', ['-s', target, stateDir]);
    expect((await core('verify', '--foreign')).json['code']).toBe('unsafe_state_dir');
    rmSync(stateDir);
  });
});
