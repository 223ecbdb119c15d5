import { closeSync, existsSync, fdatasyncSync, ftruncateSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../../../src/protocol/json-object.ts';
import { isTextOrNull, parseObject, toJsonText } from '../json.ts';
import { ensureParents, trailFileName, type StateDir } from './state-dir.ts';
import { openStateFile, readStateFile, removeStateFile, writeStateFile, damagedState } from './state-file.ts';

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

interface Move {
  readonly from: string;
  readonly to: string;
}

/** Everything that a rotation changes. Writing it commits the rotation; finishing the rotation can be repeated. */
export interface RotationJournal {
  /** Succession entry, without its newline, and the offset at which it is appended; null without a succession. */
  readonly trail: { readonly offset: number; readonly line: string } | null;
  /** Files and folders that are moved before `files` are written. */
  readonly moves: readonly Move[];
  readonly files: readonly JournaledFile[];
  /** Files of the directory of the old key. */
  readonly retiring: readonly JournaledFile[];
}

/** Whether a rotation was committed and not finished. */
export const hasRotationJournal = (dir: StateDir): boolean => existsSync(join(dir.path, journalFileName));

const isFile = (value: unknown): value is JournaledFile =>
  isJsonObject(value) && typeof value['name'] === 'string' && isTextOrNull(value['content']);

const isMove = (value: unknown): value is Move =>
  isJsonObject(value) && typeof value['from'] === 'string' && typeof value['to'] === 'string';

type Entry = NonNullable<RotationJournal['trail']>;

const isEntry = (value: unknown): value is Entry =>
  isJsonObject(value) && typeof value['offset'] === 'number' && typeof value['line'] === 'string';

function readJournal(dir: StateDir): RotationJournal | undefined {
  const text = readStateFile(dir, journalFileName);
  if (text === undefined) return undefined;
  const { version, trail, moves, files, retiring } = parseObject(text) ?? {};
  const isListOf = <Item>(list: unknown, isItem: (item: unknown) => item is Item): list is readonly Item[] =>
    Array.isArray(list) && list.every(isItem);
  const isValid = isListOf(files, isFile) && isListOf(retiring, isFile) && isListOf(moves, isMove);
  if (version !== 1 || !(trail === null || isEntry(trail)) || !isValid)
    throw damagedState(journalFileName, 'it is not the journal of a rotation of version 1');
  return { trail, moves, files, retiring };
}

/** Moves what is not moved yet, in a repetition after a crash. */
function moveAll(dir: StateDir, moves: readonly Move[]): void {
  for (const { from, to } of moves) {
    const [source, target] = [join(dir.path, from), join(dir.path, to)];
    if (!existsSync(source) || existsSync(target)) continue;
    ensureParents(dir, to);
    renameSync(source, target);
  }
}

function appendAt(dir: StateDir, { offset, line }: Entry): void {
  ensureParents(dir, trailFileName);
  const fd = openStateFile(dir, trailFileName, 'append');
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
  if (journal.trail) appendAt(dir, journal.trail);
  moveAll(dir, journal.moves);
  writeFiles(dir, journal.files);
  rmSync(join(dir.path, draftFolder), { recursive: true, force: true });
  removeStateFile(dir, journalFileName);
}

/** Commits a rotation and finishes it. The caller holds the lock. */
export function commitRotation(dir: StateDir, journal: RotationJournal): void {
  writeStateFile(dir, journalFileName, toJsonText({ version: 1, ...journal }));
  finishRotation(dir);
}
