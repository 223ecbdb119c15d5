import { ed25519 } from '@noble/curves/ed25519.js';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { loadPaymentKey } from '../../src/composition/development-data.ts';
import type { Ed25519Sign } from '../../src/protocol/proof-jwt.ts';

/** Reads the development payment key that the platform wrote into `DATA_DIR` at its first start. */
export async function readPaymentKey(env: NodeJS.ProcessEnv): Promise<{ readonly sign: Ed25519Sign }> {
  const dataDir = env['DATA_DIR'] || './.data';
  const file = join(dataDir, 'payment.key');
  // No backend would accept a key created here.
  await access(file).catch(() => {
    throw new Error(`There is no payment key: start the platform once so that it writes ${file}, or set DATA_DIR.`);
  });
  const { seed } = await loadPaymentKey(dataDir);
  return { sign: (message) => ed25519.sign(message, seed) };
}
