import { generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';

const message = Buffer.alloc(500, 'x');
const repetitions = 300;

/** Measures and formats the time of one Ed25519 verification. */
export function ed25519VerificationCost(): string {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const signature = sign(null, message, privateKey);
  return cost(() => verify(null, message, publicKey, signature));
}

/** Measures and formats the time of one RS256 signature with a 2048-bit key. */
export function rs256SignatureCost(): string {
  const { privateKey }: { privateKey: KeyObject } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return cost(() => sign('RSA-SHA256', message, privateKey));
}

/** Average processor time of one run, microseconds. */
function cost(run: () => unknown): string {
  run();
  const before = process.cpuUsage();
  for (let index = 0; index < repetitions; index++) run();
  const { user, system } = process.cpuUsage(before);
  return `${Math.round((user + system) / repetitions)} µs`;
}
