import { isJsonObject, type JsonObject } from '../../src/protocol/json-object.ts';
import { SignedJwtError, verifySignedJwt, type KeyResolver } from '../../src/protocol/signed-jwt.ts';
import { UnavailableError } from '../../src/protocol/unavailable-error.ts';
import type { CommandHost } from './command.ts';
import { Failure } from './failure.ts';
import { keysFromFile } from './jwks-file.ts';
import { readKeyFile } from './key-file.ts';
import { readOwnerSession } from './owner-session.ts';
import { readPassphrase } from './passphrase.ts';
import { resolveSsoBaseUrl } from './provider-address.ts';
import type { StateDir } from './state-dir.ts';
import { boundJkt, tokenClaims } from './token-claims.ts';

/** Providers whose tokens are accepted, and where their keys come from. */
export interface TrustOptions {
  /** Required issuer, if given. */
  readonly ssoUrl: string | undefined;
  readonly trustedIssuers: readonly string[];
  /** File with the JWKS of the provider; without it the JWKS is fetched. */
  readonly jwksFile: string | undefined;
}

/** Claims of a token whose signature is verified. */
export interface ProviderToken {
  readonly issuer: string;
  readonly claims: JsonObject;
}

/** Verifies tokens of trusted providers. Keys and decisions are kept for the life of the object. */
export interface ProviderTrust {
  /**
   * Verifies issuer, typ and signature; exp and aud are not checked, so evidence outlives its tokens.
   * @param name of the token in messages
   * @throws Failure bad_id_token, untrusted_issuer, issuer_mismatch, provider_unreachable, bad_jwks
   */
  readonly verify: (token: string, typs: readonly (string | undefined)[], name: string) => Promise<ProviderToken>;
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** Issuer of the owner session, if the session is authentic. */
async function ownIssuer(dir: StateDir, host: CommandHost): Promise<string | undefined> {
  try {
    const session = await readOwnerSession(dir, readPassphrase(host));
    return session && boundJkt(session.idToken) === readKeyFile(dir)?.jkt ? session.issuer : undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    host.log(`warning: the provider of this identity is not trusted: ${error.message}`);
    return undefined;
  }
}

/**
 * Requires an issuer named by the caller or the issuer of this identity. A proof cannot vouch for itself, and no URL
 * chosen by a proof is fetched.
 */
async function requireTrusted(dir: StateDir, host: CommandHost, issuer: string, options: TrustOptions): Promise<void> {
  if (options.ssoUrl !== undefined) {
    if (withoutSlash(options.ssoUrl) === withoutSlash(issuer)) return;
    throw new Failure('issuer_mismatch', `The proof was issued by ${issuer}, not by ${options.ssoUrl}.`);
  }
  const isIssuer = (one: string | undefined): boolean => !!one && withoutSlash(one) === withoutSlash(issuer);
  // The keys of a given JWKS are trusted for the issuers that the caller names, or for any when none is named.
  if (options.jwksFile !== undefined && options.trustedIssuers.length === 0) return;
  if ([...options.trustedIssuers, host.env['SSO_BASE_URL']].some(isIssuer)) return;
  if (isIssuer(await ownIssuer(dir, host))) return;
  throw new Failure(
    'untrusted_issuer',
    `The proof was issued by ${issuer}, which is not trusted. To trust it, pass --sso-url or --trusted-issuer.`,
  );
}

async function keysOf(issuer: string, host: CommandHost, { jwksFile }: TrustOptions): Promise<KeyResolver> {
  if (jwksFile !== undefined) return keysFromFile('jwks', jwksFile, host.cwd);
  const { connectSso, providerKeys } = await import('./sso-connection.ts');
  return providerKeys(connectSso(resolveSsoBaseUrl(issuer, {})));
}

/** Creates a verifier of provider tokens. */
export function trustProviders(dir: StateDir, host: CommandHost, options: TrustOptions): ProviderTrust {
  const byIssuer = new Map<string, Promise<KeyResolver>>();
  const trustedKeys = async (issuer: string): Promise<KeyResolver> => {
    await requireTrusted(dir, host, issuer, options);
    return keysOf(issuer, host, options);
  };
  return {
    verify: async (token, typs, name) => {
      const issuer = tokenClaims(token)?.['iss'];
      if (typeof issuer !== 'string') throw new Failure('bad_id_token', `The ${name} names no issuer.`);
      const keys = byIssuer.get(issuer) ?? trustedKeys(issuer);
      byIssuer.set(issuer, keys);
      try {
        const { claims } = await verifySignedJwt(token, await keys, typs);
        return { issuer, claims };
      } catch (error) {
        if (error instanceof SignedJwtError)
          throw new Failure('bad_id_token', `The ${name} is not accepted: ${error.message}`);
        if (!(error instanceof UnavailableError)) throw error;
        const cause = error.cause instanceof Error ? error.cause.message : '';
        throw new Failure(
          'provider_unreachable',
          `The JWKS of ${issuer} cannot be read: ${cause} Pass --jwks to verify offline.`,
        );
      }
    },
  };
}

/** Owner of an agent key, as an id_token says. */
export interface VerifiedOwner {
  readonly issuer: string;
  readonly ownerSub: string;
  readonly aud: unknown;
  readonly iat: unknown;
}

/**
 * Verifies that an id_token of a trusted provider binds an agent key to an owner.
 * @throws Failure bad_id_token, untrusted_issuer, issuer_mismatch, provider_unreachable, bad_jwks
 */
export async function verifyOwnerToken(trust: ProviderTrust, idToken: string, jkt: string): Promise<VerifiedOwner> {
  const { issuer, claims } = await trust.verify(idToken, ['JWT', undefined], 'id_token');
  const { sub, cnf, aud, iat } = claims;
  if (!isJsonObject(cnf) || cnf['jkt'] !== jkt)
    throw new Failure('bad_id_token', `The id_token is not bound to the agent key ${jkt}.`);
  if (typeof sub !== 'string' || sub === '') throw new Failure('bad_id_token', 'The id_token names no owner.');
  return { issuer, ownerSub: sub, aud, iat };
}
