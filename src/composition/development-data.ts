import { randomBytes, randomUUID } from 'node:crypto';
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newApiKey } from '../notifications/api-keys/api-key.ts';
import { decodeHex, encodeHex } from '../protocol/bytes.ts';
import { ed25519KeyPair } from '../runtime/start/ed25519-key-pair.ts';
import { loadOrGenerateSecret, type MasterKey } from '../runtime/start/master-key.ts';
import type { NotificationsDatabase } from '../notifications/database.ts';
import { createWebhookStore } from '../notifications/webhooks/webhook-store.ts';
import { createWebhookKeyring, type WebhookKeyPair } from '../runtime/webhooks/webhook-keys.ts';
import type { Database } from '../runtime/database/database.ts';
import type { ServiceDependencies } from './platform-service.ts';
import type { PlatformSettings } from './settings.ts';

/** Minimum length of the bootstrap key of administrators, characters. */
const adminKeyLength = 32;

/** Loads or creates the bootstrap key of administrators, used without SSO_ADMIN_KEY. Replaces a key that is too short. */
export async function loadAdminKey(dataDir: string): Promise<string> {
  const load = () => loadOrGenerateSecret(dataDir, 'admin.key', () => randomBytes(32).toString('base64url'));
  const key = await load();
  if (key.length >= adminKeyLength) return key;
  await rm(join(dataDir, 'admin.key'), { force: true });
  return load();
}

/** Loads or creates the key of the development payer, used without WEBHOOK_PUBLIC_KEY. */
export async function loadPaymentKey(dataDir: string): Promise<PaymentKey> {
  return parsePaymentKey(dataDir, paymentKeyFile, await loadOrGenerateSecret(dataDir, paymentKeyFile, newPaymentSeed));
}

/** Returns the public keys of the development payer, the newest first: after a rotation the previous one is still accepted. */
export async function loadPaymentKeys(dataDir: string): Promise<readonly string[]> {
  const { publicKey } = await loadPaymentKey(dataDir);
  const previous = await readFile(join(dataDir, previousPaymentKeyFile), 'utf8').catch(() => undefined);
  if (previous === undefined) return [publicKey];
  return [publicKey, parsePaymentKey(dataDir, previousPaymentKeyFile, previous.trim()).publicKey];
}

/** Replaces the key of the development payer; the previous one is kept for `loadPaymentKeys`. */
export async function rotatePaymentKey(dataDir: string): Promise<void> {
  const file = join(dataDir, paymentKeyFile);
  await copyFile(file, join(dataDir, previousPaymentKeyFile));
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${newPaymentSeed()}\n`, { mode: 0o600, flush: true });
  await rename(draft, file);
}

const paymentKeyFile = 'payment.key';
const previousPaymentKeyFile = 'payment.previous.key';
const newPaymentSeed = (): string => randomBytes(32).toString('hex');

function parsePaymentKey(dataDir: string, file: string, text: string): PaymentKey {
  const seed = decodeHex(text);
  if (seed?.length !== 32) {
    throw new Error(
      `${join(dataDir, file)} does not contain 32 bytes in hex. Restore it, or delete it to get a new key.`,
    );
  }
  return { seed, publicKey: encodeHex(ed25519KeyPair(seed).publicKey) };
}

interface PaymentKey {
  /** The private key, 32 bytes (RFC 8032 section 5.1.5). */
  readonly seed: Uint8Array;
  /** Public key in the format of WEBHOOK_PUBLIC_KEY, 64 hex characters. */
  readonly publicKey: string;
}

/** Loads or creates the API key of the demo app. */
export const loadDemoApiKey = (dataDir: string): Promise<string> =>
  loadOrGenerateSecret(dataDir, 'notifications.key', () => newApiKey((length) => randomBytes(length)));

/** The demo app (DEMO_DATA). It has no owner; developers create their own apps in the portal. */
export const demoApp = { appId: '0193a6c0-0000-7000-8000-000000000001', name: 'Demo application' } as const;

/** Payment recipients in development: an unowned wallet and the demo provider. */
export const demoRecipients = {
  chain: '28p7y5GYc4maVvnEn4QF6Rp8CLNitLeAzCP6P5xoHftC',
  platform: '00000006010000000000000000000001',
} as const;

/** The platform's own pages at the provider. They exist in every installation, apart from the demo application. */
export const ownProviders = {
  portal: { address: '0000000601000000000000000000000a', name: 'Developer portal', path: '/portal', reach: 'platform' },
  host: { address: '0000000601000000000000000000000b', name: 'Web host', path: '/host', reach: 'platform' },
  // Its tokens open the console at the provider and are of no use at other services.
  console: { address: '0000000601000000000000000000000c', name: 'Operator console', path: '/admin', reach: 'sign-in' },
} as const;

/**
 * The command line `platform`, which signs an owner in by a link or a QR code and so cannot be one of the own pages, which
 * only redirect. Its tokens are bound to its key, and an approval on another device needs the comparison code.
 */
export const commandLineProvider = {
  address: '0000000601000000000000000000000d',
  name: 'Platform command line',
  reach: 'platform',
  comparison: 'required',
  dpopBoundAccessTokens: true,
  redirectUris: ['http://127.0.0.1/callback', 'http://[::1]/callback'],
  allowedOrigins: [],
} as const;

/** The demo application at the provider (DEMO_DATA), with the example address of the interface document. */
export const demoProvider = {
  address: '00000006010000000000000000000001',
  name: 'Demo application',
  redirectUris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
  // Without a port, every port is allowed.
  allowedOrigins: [
    'http://localhost',
    'http://127.0.0.1',
    'http://[::1]',
    'https://localhost',
    'https://127.0.0.1',
    'https://[::1]',
  ],
} as const;

/** Path at which the web service receives the webhooks of the demo app. */
export const demoWebhookPath = '/mini-app/webhooks';

/** Loads the key pair that signs the webhooks of the demo app, from the seed created at the first start. */
export async function loadDemoWebhookKey(dataDir: string, masterKey: MasterKey): Promise<WebhookKeyPair> {
  const text = await loadOrGenerateSecret(dataDir, 'webhook.key', () => randomBytes(32).toString('hex'));
  const seed = decodeHex(text);
  if (seed?.length !== 32)
    throw new Error('webhook.key in the data directory does not contain 32 bytes in hex. Delete it.');
  return createWebhookKeyring(masterKey, () => seed).create();
}

/** Registers the webhook of the demo mini app, which has no owner who could do so in the portal. */
export async function seedDemoWebhook(
  database: Database,
  parts: { readonly dataDir: string; readonly masterKey: MasterKey; readonly url: string; readonly now: () => Date },
): Promise<void> {
  const { dataDir, masterKey, url, now } = parts;
  const webhooks = createWebhookStore(database.as<NotificationsDatabase>());
  const known = await webhooks.find(demoApp.appId);
  if (known?.url === url) return;
  const keys = await loadDemoWebhookKey(dataDir, masterKey);
  await webhooks.set({ appId: demoApp.appId, url, createdAt: now(), ...keys });
}

/** Returns the provider address of the application that users of the web pages sign in to. */
export const webClientId = (settings: PlatformSettings): string =>
  settings.WEB_PROVIDER_ADDRESS ?? demoProvider.address;

/** Pages of the web service whose users sign in to the demo application. */
const demoPages = ['/try', '/mini-app'] as const;

type WebAddress = Pick<ServiceDependencies, 'addresses'>;

const callbackOf = ({ addresses }: WebAddress, page: (typeof demoPages)[number]): string =>
  `${addresses.web.baseUrl}${page}/callback`;

/** Returns the redirect URIs of the web service's pages at the demo application. */
export const demoRedirectUris = (parts: WebAddress): readonly string[] =>
  demoPages.map((page) => callbackOf(parts, page));

/**
 * Returns where the provider returns to after a sign-in on a page; undefined for an operator's own application, whose
 * redirect URIs are not known here.
 */
export const demoRedirectUri = (
  parts: WebAddress & Pick<ServiceDependencies, 'settings' | 'demoData'>,
  page: (typeof demoPages)[number],
): string | undefined =>
  parts.demoData && parts.settings.WEB_PROVIDER_ADDRESS === undefined ? callbackOf(parts, page) : undefined;
