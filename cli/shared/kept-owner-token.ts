import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { StateDir } from './state-dir.ts';
import { readStateFile, writeStateFile } from './state-file.ts';

/** References come from the provider, so they are hashed before they name a file. */
const fileName = (reference: string): string => `id-tokens/${createHash('sha256').update(reference).digest('hex')}.jwt`;

/** The token that an entry refers to; null when no owner is bound. */
interface ReferredToken {
  readonly idTokenRef: string | null;
  readonly idToken: string | null;
}

/** Keeps the id_token that an entry refers to, once. The session replaces its own. The caller holds the lock. */
export function keepOwnerToken(dir: StateDir, { idTokenRef, idToken }: ReferredToken): void {
  if (idTokenRef === null || idToken === null) return;
  const name = fileName(idTokenRef);
  if (!existsSync(join(dir.path, name))) writeStateFile(dir, name, `${idToken}\n`);
}

/** Reads the id_token that entries refer to; undefined when an older version did not keep it. */
export function readKeptOwnerToken(dir: StateDir, reference: string): string | undefined {
  return readStateFile(dir, fileName(reference))?.trimEnd();
}
