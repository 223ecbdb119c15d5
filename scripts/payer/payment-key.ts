import { ed25519 } from '@noble/curves/ed25519.js';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { loadPaymentKey, loadPaymentKeys, rotatePaymentKey } from '../../src/composition/development-data.ts';
import type { Ed25519Sign } from '../../src/protocol/proof-jwt.ts';

/** Reads the development payment key that the platform wrote into `DATA_DIR` at its first start. */
export async function readPaymentKey(env: NodeJS.ProcessEnv): Promise<{ readonly sign: Ed25519Sign }> {
  const { seed } = await loadPaymentKey(await directoryWithKey(env));
  return { sign: (message) => ed25519.sign(message, seed) };
}

/** Replaces the development payment key and keeps the previous one. @returns both public keys, the newest first */
export async function rotateStoredPaymentKey(env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const dataDir = await directoryWithKey(env);
  await rotatePaymentKey(dataDir);
  return loadPaymentKeys(dataDir);
}

async function directoryWithKey(env: NodeJS.ProcessEnv): Promise<string> {
  const dataDir = env['DATA_DIR'] || './.data';
  const file = join(dataDir, 'payment.key');
  // No backend would accept a key created here.
  await access(file).catch(() => {
    throw new Error(`There is no payment key: start the platform once so that it writes ${file}, or set DATA_DIR.`);
  });
  return dataDir;
}
