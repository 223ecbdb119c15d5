import { ed25519 } from '@noble/curves/ed25519.js';
import { randomBytes } from 'node:crypto';
import { encodeHex } from '../src/protocol/bytes.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npx platform secrets

Creates
secrets and the settings that production requires, for an installation on PostgreSQL, in the format of compose and shells.
They are stored nowhere else: keep them in your secret store.`);

const secret = () => randomBytes(32).toString('base64url');
/** Hexadecimal, so that it needs no escaping in a URL. */
const password = () => encodeHex(randomBytes(24));
const seed = randomBytes(32);

console.log(`# Who may become an owner: open, invite or closed.
REGISTRATION=invite
# For a trial on this machine. Remove it when the *_BASE_URL settings are https addresses.
ALLOW_INSECURE_HTTP=true
# Encrypts keys at rest. Without it they cannot be decrypted.
MASTER_KEY=${secret()}
# Bearer key of the provider administration.
SSO_ADMIN_KEY=${secret()}
# Of the superuser, with which only the database and the job for the roles connect.
POSTGRES_PASSWORD=${password()}
# Of the database roles: the owner of the tables, and one role per service.
PLATFORM_OWNER_PASSWORD=${password()}
SSO_PASSWORD=${password()}
FORUM_PASSWORD=${password()}
BACKEND_PASSWORD=${password()}
NOTIFICATIONS_PASSWORD=${password()}
WEB_PASSWORD=${password()}
# Public key of the payment service; replace it with the key of yours. To test with \`npm run payer\`, write the seed
# of this key to DATA_DIR/payment.key: ${encodeHex(seed)}
WEBHOOK_PUBLIC_KEY=${encodeHex(ed25519.getPublicKey(seed))}`);
