import { closeSync, existsSync, fdatasyncSync, ftruncateSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../../src/protocol/json-object.ts';
import { openTrail } from './audit-tail.ts';
import { damagedState } from './failures.ts';
import { isTextOrNull, parseObject, toJsonText } from './json.ts';
import { ensureParents, type StateDir } from './state-dir.ts';
import { readStateFile, removeStateFile, writeStateFile } from './state-file.ts';

const journalFileName = 'rotation.json';
const draftFolder = '.rotation';
const retiringFolder = '.retiring';

/** State directory of the key that waits for the owner's approval. */
export const draftDirOf = (dir: StateDir, signer: string | undefined): StateDir => ({
  ...dir,
  path: join(dir.path, draftFolder),
  signer,
});

/** State directory of the old key and session until the provider has revoked that session. */
export const retiringDirOf = (dir: StateDir): StateDir => ({ ...dir, path: join(dir.path, retiringFolder) });

/** A state file after the rotation; null content deletes it. */
export interface JournaledFile {
  readonly name: string;
  readonly content: string | null;
}

/** Everything that a rotation changes. Writing it commits the rotation; finishing the rotation can be repeated. */
export interface RotationJournal {
  /** Succession entry, without its newline, and the offset at which it is appended. */
  readonly trail: { readonly offset: number; readonly line: string };
  readonly files: readonly JournaledFile[];
  /** Files of the directory of the old key. */
  readonly retiring: readonly JournaledFile[];
}

/** Whether a rotation was committed and not finished. */
export const hasRotationJournal = (dir: StateDir): boolean => existsSync(join(dir.path, journalFileName));

const isFile = (value: unknown): value is JournaledFile =>
  isJsonObject(value) && typeof value['name'] === 'string' && isTextOrNull(value['content']);

function readJournal(dir: StateDir): RotationJournal | undefined {
  const text = readStateFile(dir, journalFileName);
  if (text === undefined) return undefined;
  const { version, trail, files, retiring } = parseObject(text) ?? {};
  const { offset, line } = isJsonObject(trail) ? trail : {};
  const isList = Array.isArray(files) && files.every(isFile) && Array.isArray(retiring) && retiring.every(isFile);
  if (version !== 1 || typeof offset !== 'number' || typeof line !== 'string' || !isList)
    throw damagedState(journalFileName, 'it is not the journal of a rotation of version 1');
  return { trail: { offset, line }, files, retiring };
}

function appendAt(dir: StateDir, { offset, line }: RotationJournal['trail']): void {
  ensureParents(dir, 'audit/x');
  const fd = openTrail(dir, 'append');
  if (fd === undefined) throw new Error(`the audit trail of ${dir.path} cannot be opened`);
  try {
    ftruncateSync(fd, offset);
    const bytes = Buffer.from(`${line}\n`);
    for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, offset + done);
    fdatasyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function writeFiles(dir: StateDir, files: readonly JournaledFile[]): void {
  for (const { name, content } of files) {
    if (content === null) removeStateFile(dir, name);
    else writeStateFile(dir, name, content);
  }
}

/** Finishes a committed rotation. The caller holds the lock. */
export function finishRotation(dir: StateDir): void {
  if (!hasRotationJournal(dir)) return;
  const journal = readJournal(dir);
  if (!journal) return;
  // The old key is kept first, so that its session can be revoked.
  writeFiles(retiringDirOf(dir), journal.retiring);
  appendAt(dir, journal.trail);
  writeFiles(dir, journal.files);
  rmSync(join(dir.path, draftFolder), { recursive: true, force: true });
  removeStateFile(dir, journalFileName);
}

/** Commits a rotation and finishes it. The caller holds the lock. */
export function commitRotation(dir: StateDir, journal: RotationJournal): void {
  writeStateFile(dir, journalFileName, toJsonText({ version: 1, ...journal }));
  finishRotation(dir);
}
