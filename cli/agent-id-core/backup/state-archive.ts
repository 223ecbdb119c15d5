import { isJsonObject } from '../../../src/protocol/json-object.ts';
import { Failure } from '../../shared/failure.ts';
import { parseObject } from '../../shared/json.ts';

/** A file of the state directory. */
export interface ArchivedFile {
  /** Path below the state directory, with slashes. */
  readonly name: string;
  readonly content: Buffer;
}

/** Packs files: one line of JSON with names and sizes, then their contents. */
export function packFiles(files: readonly ArchivedFile[]): Buffer {
  const index = { files: files.map(({ name, content }) => ({ name, size: content.length })) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...files.map(({ content }) => content)]);
}

const isEntry = (value: unknown): value is { readonly name: string; readonly size: number } =>
  isJsonObject(value) && typeof value['name'] === 'string' && Number.isSafeInteger(value['size']);

/** Names that stay below the state directory: at most one folder, no hidden files. */
const isSafeName = (name: string): boolean =>
  /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)?$/.test(name);

/**
 * Unpacks files.
 * @throws Failure bad_encrypted_file
 */
export function unpackFiles(bytes: Buffer): readonly ArchivedFile[] {
  const bad = (): Failure => new Failure('bad_encrypted_file', 'The backup does not contain the files of an identity.');
  const end = bytes.indexOf(10) + 1;
  const entries = end === 0 ? undefined : parseObject(bytes.toString('utf8', 0, end))?.['files'];
  if (!Array.isArray(entries) || !entries.every(isEntry)) throw bad();
  let offset = end;
  const files = entries.map(({ name, size }) => {
    if (!isSafeName(name) || size < 0 || offset + size > bytes.length) throw bad();
    offset += size;
    return { name, content: bytes.subarray(offset - size, offset) };
  });
  if (offset !== bytes.length) throw bad();
  return files;
}
