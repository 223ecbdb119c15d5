import { Ed25519KeyError, parseEd25519Hex } from '../protocol/ed25519-key.ts';
import { catalogProblems, type Product, type Recipients } from './catalog.ts';

export interface BackendSettings {
  /** The sign-in provider: `iss` of the tokens that count, SSO_BASE_URL. */
  readonly issuer: string;
  /** Where the provider publishes its keys, PLATFORM_JWKS_URL. */
  readonly jwksUrl: string;
  /** The `aud` that tokens must name: the provider address of the mini app, PLATFORM_AUDIENCE. */
  readonly audience: string;
  /**
   * Ed25519 key that the platform signs payment webhooks with, 64 hex digits, WEBHOOK_PUBLIC_KEY. Without it no payment
   * can be known, so nothing is sold.
   */
  readonly webhookPublicKey: string | undefined;
  readonly recipients: Recipients;
  /** This service's public address, without a trailing slash. */
  readonly baseUrl: string;
}

/** @returns everything that is wrong with the settings, by the names that operators set them under. */
export function settingsProblems(settings: BackendSettings): readonly string[] {
  return [
    ...addressProblem('the issuer (SSO_BASE_URL)', settings.issuer),
    ...addressProblem('the key set (PLATFORM_JWKS_URL)', settings.jwksUrl),
    ...addressProblem('the public address (BACKEND_BASE_URL)', settings.baseUrl),
    ...(settings.audience.trim() === ''
      ? ['PLATFORM_AUDIENCE is empty: give the provider address of the mini app']
      : []),
    ...keyProblem(settings.webhookPublicKey),
  ];
}

/** @returns everything that is wrong with settings and catalog together */
export function backendProblems(
  settings: BackendSettings,
  products: (recipients: Recipients, baseUrl: string) => readonly Product[],
): readonly string[] {
  const { recipients, baseUrl } = settings;
  return [...settingsProblems(settings), ...catalogProblems(products(recipients, baseUrl), recipients)];
}

/** Who is paid: nobody while nobody could learn that somebody paid. */
export const paidRecipients = ({
  webhookPublicKey,
  recipients,
}: Pick<BackendSettings, 'webhookPublicKey' | 'recipients'>): Recipients =>
  webhookPublicKey === undefined ? { chain: undefined, platform: undefined } : recipients;

/** @returns what is not sold for want of settings, for the operator's log */
export function unsold({ webhookPublicKey, recipients }: BackendSettings): readonly string[] {
  if (webhookPublicKey === undefined)
    return ['WEBHOOK_PUBLIC_KEY is not set: nothing is sold, and payment webhooks are answered with 503'];
  return [
    ...(recipients.chain === undefined ? ['NEXT_PUBLIC_RECIPIENT_ADDRESS is not set: nothing is sold for USDC'] : []),
    ...(recipients.platform === undefined
      ? ["NEXT_PUBLIC_PLATFORM_RECIPIENT_ADDRESS is not set: nothing is sold for the platform's token"]
      : []),
  ];
}

function addressProblem(what: string, value: string): readonly string[] {
  const url = URL.parse(value);
  const good = url !== null && ['http:', 'https:'].includes(url.protocol) && !value.endsWith('/');
  return good ? [] : [`${what} is "${value}": give an http or https address without a slash at the end`];
}

function keyProblem(hex: string | undefined): readonly string[] {
  if (hex === undefined) return [];
  try {
    parseEd25519Hex(hex);
    return [];
  } catch (error) {
    if (error instanceof Ed25519KeyError) return [`WEBHOOK_PUBLIC_KEY cannot be used: ${error.message}`];
    throw error;
  }
}
