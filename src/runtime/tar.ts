/** A file or directory of an archive. */
export interface TarEntry {
  readonly path: string;
  readonly type: 'file' | 'directory';
  /** Position of the content in the archive, in bytes. */
  readonly start: number;
  readonly end: number;
}

const blockSize = 512;

/**
 * Lists the entries of a ustar archive whose paths have at most 100 bytes, as those of a database do. docs/decisions/dependencies.md
 * says why no library does it.
 */
export function listTar(archive: Buffer): readonly TarEntry[] {
  const entries: TarEntry[] = [];
  for (let header = 0; archive[header] !== undefined && archive[header] !== 0;) {
    const text = (offset: number, length: number): string =>
      archive.toString('latin1', header + offset, header + offset + length).replace(/\0.*$/s, '');
    const [start, size] = [header + blockSize, Number.parseInt(text(124, 12), 8)];
    entries.push({ path: text(0, 100), type: text(156, 1) === '5' ? 'directory' : 'file', start, end: start + size });
    header = start + Math.ceil(size / blockSize) * blockSize;
  }
  return entries;
}
