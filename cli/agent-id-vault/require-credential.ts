import { requireKeypair } from '../shared/keypair/keypair.ts';
import { readPassphrase } from '../shared/keypair/passphrase.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import { openRecord, readRecord, type VaultRecord, noCredential } from '../shared/vault-records.ts';
import type { CommandHost } from '../shared/host.ts';

/**
 * Reads and decrypts a credential.
 * @throws Failure no_agent_keypair, no_credential, record_unreadable
 */
export function requireCredential(
  dir: StateDir,
  host: Pick<CommandHost, 'env' | 'cwd'>,
  service: string,
): { readonly record: VaultRecord; readonly credential: string } {
  const keypair = requireKeypair(dir, readPassphrase(host));
  const record = readRecord(dir, service);
  if (!record) throw noCredential(service);
  return { record, credential: openRecord(keypair.seed(), record) };
}
