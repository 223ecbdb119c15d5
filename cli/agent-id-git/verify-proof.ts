import { SignedJwtError, verifySignedJwt, type KeyResolver } from '../../src/protocol/signed-jwt.ts';
import { UnavailableError } from '../../src/protocol/unavailable-error.ts';
import type { CommandHost } from '../shared/command.ts';
import { Failure } from '../shared/failure.ts';
import { readInputFile } from '../shared/input-file.ts';
import { isJsonObject } from '../../src/protocol/json-object.ts';
import { parseObject } from '../shared/json.ts';
import { readKeyFile } from '../shared/key-file.ts';
import { readOwnerSession } from '../shared/owner-session.ts';
import { readPassphrase } from '../shared/passphrase.ts';
import { resolveSsoBaseUrl } from '../shared/provider-address.ts';
import type { StateDir } from '../shared/state-dir.ts';
import { boundJkt, tokenClaims } from '../shared/token-claims.ts';

export interface ProofOptions {
  /** Required issuer, if given. */
  readonly ssoUrl: string | undefined;
  readonly trustedIssuers: readonly string[];
  /** File with the JWKS of the provider; without it the JWKS is fetched. */
  readonly jwksFile: string | undefined;
}

export interface VerifiedProof {
  readonly issuer: string;
  readonly ownerSub: string;
  readonly aud: unknown;
  readonly iat: unknown;
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
 * Requires an issuer named by the caller or the issuer of this identity. A note cannot vouch for itself, and no URL
 * chosen by a commit is fetched.
 */
async function requireTrusted(dir: StateDir, host: CommandHost, issuer: string, options: ProofOptions): Promise<void> {
  if (options.ssoUrl !== undefined) {
    if (withoutSlash(options.ssoUrl) === withoutSlash(issuer)) return;
    throw new Failure('issuer_mismatch', `The proof was issued by ${issuer}, not by ${options.ssoUrl}.`);
  }
  // A given JWKS is trusted.
  if (options.jwksFile !== undefined) return;
  const isIssuer = (one: string | undefined): boolean => !!one && withoutSlash(one) === withoutSlash(issuer);
  if ([...options.trustedIssuers, host.env['SSO_BASE_URL']].some(isIssuer)) return;
  if (isIssuer(await ownIssuer(dir, host))) return;
  throw new Failure(
    'untrusted_issuer',
    `The proof was issued by ${issuer}, which is not trusted. To trust it, pass --sso-url or --trusted-issuer.`,
  );
}

function keysFromFile(path: string, cwd: string): KeyResolver {
  const keys = parseObject(readInputFile('jwks', path, cwd).toString('utf8'))?.['keys'];
  if (!Array.isArray(keys)) throw new Failure('bad_jwks', `${path} is not a JWKS: it has no member keys.`);
  return async (kid) => {
    const key: unknown = keys.find((one: unknown) => isJsonObject(one) && one['kid'] === kid);
    if (!isJsonObject(key)) return undefined;
    const { kty, n, e } = key;
    return kty === 'RSA' && typeof n === 'string' && typeof e === 'string' ? { kty, n, e } : undefined;
  };
}

async function keysOf(issuer: string, host: CommandHost, jwksFile: string | undefined): Promise<KeyResolver> {
  if (jwksFile !== undefined) return keysFromFile(jwksFile, host.cwd);
  const { connectSso, providerKeys } = await import('../shared/sso-connection.ts');
  return providerKeys(connectSso(resolveSsoBaseUrl(issuer, {})));
}

/**
 * Verifies the id_token of a bundle: signed by a trusted provider and bound to the agent key. exp and aud are not checked,
 * so a commit stays verifiable after the token has expired.
 * @throws Failure bad_id_token, untrusted_issuer, issuer_mismatch, provider_unreachable, bad_jwks
 */
export async function verifyProof(
  dir: StateDir,
  host: CommandHost,
  idToken: string,
  jkt: string,
  options: ProofOptions,
): Promise<VerifiedProof> {
  const issuer = tokenClaims(idToken)?.['iss'];
  if (typeof issuer !== 'string') throw new Failure('bad_id_token', 'The id_token of the bundle names no issuer.');
  await requireTrusted(dir, host, issuer, options);
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
      `The JWKS of ${issuer} cannot be read: ${cause} Pass --jwks to verify offline.`,
    );
  }
}
