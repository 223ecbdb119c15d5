import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { SignedJwtError, verifySignedJwt, type KeyResolver } from '../../src/protocol/signed-jwt.ts';
import { UnavailableError } from '../../src/protocol/unavailable-error.ts';
import type { Host } from '../shared/command.ts';
import { Failure } from '../shared/failure.ts';
import { isJsonObject } from '../../src/protocol/json-object.ts';
import { parseObject } from '../shared/json.ts';
import { ownerSessionFileName } from '../shared/owner-session.ts';
import { resolveSsoBaseUrl } from '../shared/provider-address.ts';
import type { StateDir } from '../shared/state-dir.ts';
import { readStateFile } from '../shared/state-file.ts';
import { tokenClaims } from '../shared/token-claims.ts';

export interface ProofOptions {
  /** The provider that must have issued the proof, when the caller says. */
  readonly ssoUrl: string | undefined;
  readonly trustedIssuers: readonly string[];
  /** File with the provider's key set; nothing is fetched then. */
  readonly jwksFile: string | undefined;
}

export interface VerifiedProof {
  readonly issuer: string;
  readonly ownerSub: string;
  readonly aud: unknown;
  readonly iat: unknown;
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/**
 * A note cannot vouch for itself, and no address that a commit chose is fetched: the issuer must be the caller's
 * choice or the one that this identity is bound at.
 */
function requireTrusted(dir: StateDir, host: Host, issuer: string, options: ProofOptions): void {
  if (options.ssoUrl !== undefined) {
    if (withoutSlash(options.ssoUrl) === withoutSlash(issuer)) return;
    throw new Failure('issuer_mismatch', `The proof was issued by ${issuer}, not by ${options.ssoUrl}.`);
  }
  // Whoever names a key set trusts what it signed.
  if (options.jwksFile !== undefined) return;
  const own = parseObject(readStateFile(dir, ownerSessionFileName) ?? '')?.['issuer'];
  const trusted = [...options.trustedIssuers, own, host.env['SSO_BASE_URL']];
  if (trusted.some((one) => typeof one === 'string' && one !== '' && withoutSlash(one) === withoutSlash(issuer)))
    return;
  throw new Failure(
    'untrusted_issuer',
    `The proof names the provider ${issuer}, which is not trusted here. Pass --sso-url or --trusted-issuer if it should be.`,
  );
}

function keysFromFile(path: string): KeyResolver {
  const keys = parseObject(readFileSync(path, 'utf8'))?.['keys'];
  if (!Array.isArray(keys)) throw new Failure('bad_jwks', `${path} holds no key set.`);
  return async (kid) => {
    const key: unknown = keys.find((one: unknown) => isJsonObject(one) && one['kid'] === kid);
    if (!isJsonObject(key)) return undefined;
    const { kty, n, e } = key;
    return kty === 'RSA' && typeof n === 'string' && typeof e === 'string' ? { kty, n, e } : undefined;
  };
}

async function keysOf(issuer: string, host: Host, jwksFile: string | undefined): Promise<KeyResolver> {
  if (jwksFile !== undefined) return keysFromFile(resolve(host.cwd, jwksFile));
  const { connectSso, providerKeys } = await import('../shared/sso-connection.ts');
  return providerKeys(connectSso(resolveSsoBaseUrl(issuer, {})));
}

/**
 * Verifies the id_token of a bundle: signed by its provider, which is trusted, and bound to the agent's key. Its exp
 * and aud are not checked: a commit stays provable after the token has ended.
 * @throws Failure bad_id_token, untrusted_issuer, issuer_mismatch, provider_unreachable, bad_jwks
 */
export async function verifyProof(
  dir: StateDir,
  host: Host,
  idToken: string,
  jkt: string,
  options: ProofOptions,
): Promise<VerifiedProof> {
  const issuer = tokenClaims(idToken)?.['iss'];
  if (typeof issuer !== 'string') throw new Failure('bad_id_token', 'The id_token of the bundle names no issuer.');
  requireTrusted(dir, host, issuer, options);
  try {
    const { claims } = await verifySignedJwt(idToken, await keysOf(issuer, host, options.jwksFile), ['JWT', undefined]);
    const { sub, cnf, aud, iat } = claims;
    if (!isJsonObject(cnf) || cnf['jkt'] !== jkt)
      throw new Failure('bad_id_token', `The id_token is not bound to the agent key ${jkt}.`);
    if (typeof sub !== 'string' || sub === '') throw new Failure('bad_id_token', 'The id_token names no owner.');
    return { issuer, ownerSub: sub, aud, iat };
  } catch (error) {
    if (error instanceof SignedJwtError)
      throw new Failure('bad_id_token', `The id_token of the bundle is not accepted: ${error.message}`);
    if (!(error instanceof UnavailableError)) throw error;
    const cause = error.cause instanceof Error ? error.cause.message : '';
    throw new Failure(
      'provider_unreachable',
      `The keys of ${issuer} cannot be had: ${cause} Pass --jwks to verify offline.`,
    );
  }
}
