import { Ed25519KeyError, parseEd25519Hex } from '../protocol/ed25519-key.ts';
import { catalogProblems, type Product, type Recipients } from './invoices/catalog.ts';
import type { Token } from './database.ts';

export interface BackendSettings {
  /** The sign-in provider, SSO_BASE_URL; accepted tokens have it as `iss`. */
  readonly issuer: string;
  /** Address of the provider's key set, PLATFORM_JWKS_URL. */
  readonly jwksUrl: string;
  /** Required `aud` of tokens: the provider address of the mini app, PLATFORM_AUDIENCE. */
  readonly audience: string;
  /** Provider address of the web host, whose token the mini app receives; undefined when only `audience` is accepted. */
  readonly hostAudience?: string | undefined;
  /**
   * Ed25519 public keys of the platform's payment webhooks, 64 hex digits each, the newest first, WEBHOOK_PUBLIC_KEY.
   * Without one no product is sold, because no payment can be verified.
   */
  readonly webhookPublicKeys: readonly string[];
  /** Further names of tokens in payment webhooks, `TOKEN=name`, PAYMENT_TOKEN_NAMES. */
  readonly tokenNames: readonly string[];
  /** Hours until a pending invoice expires, INVOICE_HOURS. */
  readonly invoiceHours: number;
  readonly recipients: Recipients;
  /** Server of the app that receives settled payments, SETTLED_HOOK_URL. */
  readonly settledHookUrl: string | undefined;
  /** CIDRs of networks that are not public and may receive them anyway, WEBHOOK_ALLOW_TARGETS. */
  readonly webhookAllowTargets: readonly string[];
  /** Origins of the operator console. */
  readonly consoleOrigins: readonly string[];
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
    ...settings.webhookPublicKeys.flatMap(keyProblem),
    ...tokenNameProblems(settings.tokenNames),
    ...hookProblem(settings),
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
  webhookPublicKeys,
  recipients,
}: Pick<BackendSettings, 'webhookPublicKeys' | 'recipients'>): Recipients =>
  webhookPublicKeys.length === 0 ? { chain: undefined, platform: undefined } : recipients;

/** Describes which products are not sold because of missing settings, for the operator's log. */
export function missingPaymentSettings({ webhookPublicKeys, recipients }: BackendSettings): readonly string[] {
  if (webhookPublicKeys.length === 0)
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

function hookProblem({ settledHookUrl, webhookAllowTargets }: BackendSettings): readonly string[] {
  if (settledHookUrl === undefined) return [];
  const url = URL.parse(settledHookUrl);
  // Plain http is for networks that are allowed by name, as for every webhook.
  const protocols = webhookAllowTargets.length > 0 ? ['https:', 'http:'] : ['https:'];
  const good = url !== null && protocols.includes(url.protocol) && settledHookUrl.length <= 2048;
  return good ? [] : [`SETTLED_HOOK_URL is "${settledHookUrl}": set it to an https URL of at most 2048 characters`];
}

function keyProblem(hex: string): readonly string[] {
  try {
    parseEd25519Hex(hex);
    return [];
  } catch (error) {
    if (error instanceof Ed25519KeyError) return [`WEBHOOK_PUBLIC_KEY cannot be used: ${error.message}`];
    throw error;
  }
}

/** Names of the tokens besides their slugs: addresses of their mints. */
const mints: Readonly<Record<Token, readonly string[]>> = {
  USDC: ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  PLATFORM: [],
};
const tokens: readonly Token[] = ['USDC', 'PLATFORM'];

/** Names that the payment service uses for a token. */
export interface TokenNames {
  /** Returns the token that a name belongs to; undefined for an unknown name. */
  readonly tokenOf: (name: string) => Token | undefined;
}

/** @param added entries of PAYMENT_TOKEN_NAMES, each `TOKEN=name`; they must have no `tokenNameProblems` */
export function createTokenNames(added: readonly string[]): TokenNames {
  const known = new Map<string, Token>(tokens.flatMap((token) => namesOf(token).map((name) => [name, token])));
  for (const entry of added) {
    const named = parseEntry(entry);
    if (named !== undefined) known.set(named.name, named.token);
  }
  return { tokenOf: (name) => known.get(name) };
}

/** Validates PAYMENT_TOKEN_NAMES. @returns all problems */
export function tokenNameProblems(added: readonly string[]): readonly string[] {
  const known = new Map<string, Token>(tokens.flatMap((token) => namesOf(token).map((name) => [name, token])));
  return added.flatMap((entry) => {
    const named = parseEntry(entry);
    if (named === undefined)
      return [`PAYMENT_TOKEN_NAMES has "${entry}": write TOKEN=name, with ${tokens.join(' or ')} as TOKEN`];
    const other = known.get(named.name);
    if (other !== undefined && other !== named.token)
      return [`PAYMENT_TOKEN_NAMES has "${entry}", but ${named.name} is a name of ${other}: remove one of them`];
    known.set(named.name, named.token);
    return [];
  });
}

const namesOf = (token: Token): readonly string[] => [token, ...mints[token]];

function parseEntry(entry: string): { readonly token: Token; readonly name: string } | undefined {
  const [slug, name, ...more] = entry.split('=').map((part) => part.trim());
  const token = tokens.find((known) => known === slug);
  const valid = name !== undefined && more.length === 0 && /^[\x21-\x7e]{1,64}$/.test(name);
  return token !== undefined && valid ? { token, name } : undefined;
}
