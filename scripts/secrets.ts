/**
 * `npm run --silent secrets > .env`: new secrets for one installation on PostgreSQL, in the form that compose and shells
 * read. Nothing is kept elsewhere: put them into your store of secrets.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { randomBytes } from 'node:crypto';
import { encodeHex } from '../src/protocol/hex.ts';

const secret = () => randomBytes(32).toString('base64url');
const seed = randomBytes(32);

console.log(`# Seals keys at rest. What is lost with it cannot be opened again.
MASTER_KEY=${secret()}
# Bearer key of the provider administration.
SSO_ADMIN_KEY=${secret()}
# Hexadecimal, so that it stands in an address as it is.
POSTGRES_PASSWORD=${encodeHex(randomBytes(24))}
# The payment service's public key; replace it by that of yours. The seed of this one, for rehearsals with
# \`npm run payer\` (it belongs into DATA_DIR/payment.key): ${encodeHex(seed)}
WEBHOOK_PUBLIC_KEY=${encodeHex(ed25519.getPublicKey(seed))}`);
