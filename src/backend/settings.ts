import { Ed25519KeyError, parseEd25519Hex } from '../protocol/ed25519-key.ts';
import { catalogProblems, type Product, type Recipients } from './catalog.ts';

export interface BackendSettings {
  /** The sign-in provider, SSO_BASE_URL; accepted tokens have it as `iss`. */
  readonly issuer: string;
  /** Address of the provider's key set, PLATFORM_JWKS_URL. */
  readonly jwksUrl: string;
  /** Required `aud` of tokens: the provider address of the mini app, PLATFORM_AUDIENCE. */
  readonly audience: string;
  /** Provider address of the web host, whose token the mini app receives; undefined when only `audience` counts. */
  readonly hostAudience?: string | undefined;
  /**
   * Ed25519 public key of the platform's payment webhooks, 64 hex digits, WEBHOOK_PUBLIC_KEY. Without it no product is
   * sold, because no payment can be verified.
   */
  readonly webhookPublicKey: string | undefined;
  readonly recipients: Recipients;
  /** This service's public address, without a trailing slash. */
  readonly baseUrl: string;
}

/** Validates the settings. @returns all problems, each naming its setting */
export function settingsProblems(settings: BackendSettings): readonly string[] {
  return [
    ...addressProblem('the issuer (SSO_BASE_URL)', settings.issuer),
    ...addressProblem('the key set (PLATFORM_JWKS_URL)', settings.jwksUrl),
    ...addressProblem('the public address (BACKEND_BASE_URL)', settings.baseUrl),
    ...(settings.audience.trim() === ''
      ? ['PLATFORM_AUDIENCE is empty: set it to the provider address of the mini app']
      : []),
    ...keyProblem(settings.webhookPublicKey),
  ];
}

/** Validates settings and catalog. @returns all problems */
export function backendProblems(
  settings: BackendSettings,
  products: (recipients: Recipients, baseUrl: string) => readonly Product[],
): readonly string[] {
  const { recipients, baseUrl } = settings;
  return [...settingsProblems(settings), ...catalogProblems(products(recipients, baseUrl), recipients)];
}

/** Returns the recipients; none without a webhook key, because no payment could be verified. */
export const paidRecipients = ({
  webhookPublicKey,
  recipients,
}: Pick<BackendSettings, 'webhookPublicKey' | 'recipients'>): Recipients =>
  webhookPublicKey === undefined ? { chain: undefined, platform: undefined } : recipients;

/** Describes which products are not sold because of missing settings, for the operator's log. */
export function unsold({ webhookPublicKey, recipients }: BackendSettings): readonly string[] {
  if (webhookPublicKey === undefined)
    return ['WEBHOOK_PUBLIC_KEY is not set: no product is sold, and payment webhooks get 503'];
  return [
    ...(recipients.chain === undefined
      ? ['NEXT_PUBLIC_RECIPIENT_ADDRESS is not set: no product is sold for USDC']
      : []),
    ...(recipients.platform === undefined
      ? ['NEXT_PUBLIC_PLATFORM_RECIPIENT_ADDRESS is not set: no product is sold for the platform token']
      : []),
  ];
}

function addressProblem(what: string, value: string): readonly string[] {
  const url = URL.parse(value);
  const good = url !== null && ['http:', 'https:'].includes(url.protocol) && !value.endsWith('/');
  return good ? [] : [`${what} is "${value}": set it to an http or https URL without a trailing slash`];
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
