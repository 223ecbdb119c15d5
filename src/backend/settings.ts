import { Ed25519KeyError, parseEd25519Hex } from '../protocol/ed25519-key.ts';
import type { Recipients } from './catalog.ts';

export interface BackendSettings {
  /** The sign-in provider: `iss` of the tokens that count, SSO_BASE_URL. */
  readonly issuer: string;
  /** Where the provider publishes its keys, PLATFORM_JWKS_URL. */
  readonly jwksUrl: string;
  /** The `aud` that tokens must name: the provider address of the mini app, PLATFORM_AUDIENCE. */
  readonly audience: string;
  /** Ed25519 key that the platform signs payment webhooks with, 64 hex digits, WEBHOOK_PUBLIC_KEY. */
  readonly webhookPublicKey: string;
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

function addressProblem(what: string, value: string): readonly string[] {
  const url = URL.parse(value);
  const good = url !== null && ['http:', 'https:'].includes(url.protocol) && !value.endsWith('/');
  return good ? [] : [`${what} is "${value}": give an http or https address without a slash at the end`];
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
