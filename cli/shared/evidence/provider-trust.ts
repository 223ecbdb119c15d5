import { actorChainOf, ActorClaimError } from '../../../src/protocol/delegation.ts';
import {
  type ApprovalReceipt,
  ApprovalReceiptError,
  type ApprovalReceiptExpectation,
  verifyApprovalReceipt,
} from '../../../src/protocol/approval-receipt.ts';
import { datedKeyProblem, findDatedKey } from '../../../src/protocol/key-history.ts';
import { isJsonObject, type JsonObject } from '../../../src/protocol/json-object.ts';
import { type KeyResolver, SignedJwtError, verifySignedJwt } from '../../../src/protocol/signed-jwt.ts';
import { UnavailableError } from '../../../src/protocol/unavailable-error.ts';
import { Failure } from '../failure.ts';
import { readKeyFile } from '../keypair/key-file.ts';
import { boundJkt, readOwnerSession, tokenClaims } from '../owner-session/owner-session.ts';
import { readPassphrase } from '../keypair/passphrase.ts';
import { resolveSsoBaseUrl } from '../provider/provider.ts';
import type { StateDir } from '../state-dir/state-dir.ts';
import { readInputFile } from '../named-files.ts';
import { parseObject } from '../json.ts';
import type { CommandHost } from '../host.ts';

/** Providers whose tokens are accepted, and where their keys come from. */
export interface TrustOptions extends KeyFiles {
  /** Required issuer, if given. */
  readonly ssoUrl: string | undefined;
  readonly trustedIssuers: readonly string[];
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
  /**
   * Verifies the receipt of an owner's decision by a trusted provider.
   * @throws Failure bad_receipt, untrusted_issuer, issuer_mismatch, provider_unreachable, bad_jwks
   */
  readonly verifyReceipt: (expectation: RecordedDecision) => Promise<ApprovalReceipt>;
  /** Asks a provider about the key of an owner's agent; `unknown` offline and when the provider cannot be asked. */
  readonly keyStatus: (issuer: string, jkt: string, sub: string) => Promise<AgentKeyState>;
}

/** A receipt with what it has to be about. */
export type RecordedDecision = Pick<ApprovalReceiptExpectation, 'receipt' | 'jkt' | 'request'>;

export interface AgentKeyState {
  readonly status: 'active' | 'revoked' | 'unknown';
  /** Milliseconds since the epoch. */
  readonly revokedAt?: number;
  readonly reason?: string;
  /** Present for a stolen key: what it signed since then is not trusted. Milliseconds since the epoch. */
  readonly compromisedSince?: number;
}

const isOffline = ({ jwksFile, jwksHistoryFile }: KeyFiles): boolean =>
  jwksFile !== undefined || jwksHistoryFile !== undefined;

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** Issuer of the owner session, if the session is authentic. */
export async function ownIssuer(
  dir: StateDir,
  host: Pick<CommandHost, 'env' | 'cwd' | 'log'>,
): Promise<string | undefined> {
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
  if (isOffline(options) && options.trustedIssuers.length === 0) return;
  if ([...options.trustedIssuers, host.env['SSO_BASE_URL']].some(isIssuer)) return;
  if (isIssuer(await ownIssuer(dir, host))) return;
  throw new Failure(
    'untrusted_issuer',
    `The proof was issued by ${issuer}, which is not trusted. To trust it, pass --sso-url or --trusted-issuer.`,
  );
}

/** Timeout of a question about a key, which may go unanswered. */
const statusTimeoutMs = 5_000;

async function askKeyStatus(issuer: string, jkt: string, sub: string): Promise<AgentKeyState> {
  const { connectSso } = await import('../provider/sso-connection.ts');
  const sso = connectSso(resolveSsoBaseUrl(issuer, {}), { timeoutMs: statusTimeoutMs });
  try {
    const response = await sso.getKeyStatus({ path: { jkt }, query: { sub } });
    if (response.status !== 200) return { status: 'unknown' };
    const { status, revokedAt, reason, compromisedSince } = response.body;
    if (status !== 'active' && status !== 'revoked') return { status: 'unknown' };
    return {
      status,
      ...(revokedAt !== undefined && { revokedAt: Date.parse(revokedAt) }),
      ...(reason && { reason }),
      ...(compromisedSince !== undefined && { compromisedSince: Date.parse(compromisedSince) }),
    };
  } catch {
    return { status: 'unknown' };
  }
}

function unreadableKeys(issuer: string, { cause }: UnavailableError): Failure {
  const reason = cause instanceof Error ? cause.message : '';
  return new Failure(
    'provider_unreachable',
    `The JWKS of ${issuer} cannot be read: ${reason} Pass --jwks to verify offline.`,
  );
}

export function trustProviders(dir: StateDir, host: CommandHost, options: TrustOptions): ProviderTrust {
  const byIssuer = new Map<string, Promise<KeyResolver>>();
  const trustedKeys = async (issuer: string): Promise<KeyResolver> => {
    await requireTrusted(dir, host, issuer, options);
    return providerKeysOf(issuer, host.cwd, options);
  };
  const states = new Map<string, Promise<AgentKeyState>>();
  const keysOf = (issuer: string): Promise<KeyResolver> => {
    const keys = byIssuer.get(issuer) ?? trustedKeys(issuer);
    byIssuer.set(issuer, keys);
    return keys;
  };
  return {
    verifyReceipt: async (expectation) => {
      const issuer = tokenClaims(expectation.receipt)?.['iss'];
      if (typeof issuer !== 'string') throw new Failure('bad_receipt', 'The receipt names no issuer.');
      const keys = await keysOf(issuer);
      try {
        const now = host.now() / 1000;
        return await verifyApprovalReceipt({ ...expectation, issuer, keys, clientId: undefined, now });
      } catch (error) {
        if (error instanceof ApprovalReceiptError) throw new Failure('bad_receipt', error.message);
        throw error instanceof UnavailableError ? unreadableKeys(issuer, error) : error;
      }
    },
    keyStatus: async (issuer, jkt, sub) => {
      if (isOffline(options)) return { status: 'unknown' };
      const name = `${jkt} ${sub} ${issuer}`;
      const state = states.get(name) ?? askKeyStatus(issuer, jkt, sub);
      states.set(name, state);
      return state;
    },
    verify: async (token, typs, name) => {
      const issuer = tokenClaims(token)?.['iss'];
      if (typeof issuer !== 'string') throw new Failure('bad_id_token', `The ${name} names no issuer.`);
      const keys = await keysOf(issuer);
      try {
        const { claims, key } = await verifySignedJwt(token, keys, typs);
        const problem = datedKeyProblem(key, claims['iat']);
        if (problem !== undefined) throw new Failure('bad_id_token', `The ${name} is not accepted: ${problem}`);
        return { issuer, claims };
      } catch (error) {
        if (error instanceof SignedJwtError)
          throw new Failure('bad_id_token', `The ${name} is not accepted: ${error.message}`);
        throw error instanceof UnavailableError ? unreadableKeys(issuer, error) : error;
      }
    },
  };
}

/**
 * Keys of a helper and the agents that it helps, its own first; empty for an agent that the owner approved.
 * @throws Failure bad_id_token
 */
export function chainOf(claims: JsonObject): readonly string[] {
  try {
    return actorChainOf(claims);
  } catch (error) {
    if (error instanceof ActorClaimError)
      throw new Failure('bad_id_token', `The id_token is not usable: ${error.message}`);
    throw error;
  }
}

/** Owner of an agent key, as an id_token says. */
export interface VerifiedOwner {
  readonly issuer: string;
  readonly ownerSub: string;
  readonly aud: unknown;
  readonly iat: unknown;
  /** Keys of a helper and the agents that it helps, its own first; empty for an agent that the owner approved. */
  readonly chain: readonly string[];
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
  return { issuer, ownerSub: sub, aud, iat, chain: chainOf(claims) };
}

function keysFromFile(flag: string, path: string, cwd: string): readonly unknown[] {
  const keys = parseObject(readInputFile(flag, path, cwd).toString('utf8'))?.['keys'];
  if (!Array.isArray(keys)) throw new Failure('bad_jwks', `${path} is not a JWKS: it has no member keys.`);
  return keys;
}

interface KeyFiles {
  /** Current key set; verifies offline. */
  readonly jwksFile: string | undefined;
  /** History of signing keys; verifies offline. */
  readonly jwksHistoryFile: string | undefined;
}

/** Reads the key set of a provider, and its history once a key is not in the set. */
function fetchedKeys(issuer: string): KeyResolver {
  let current: Promise<readonly unknown[]> | undefined;
  let former: Promise<readonly unknown[]> | undefined;
  const connection = (async () => {
    const { connectSso } = await import('../provider/sso-connection.ts');
    return connectSso(resolveSsoBaseUrl(issuer, {}));
  })();
  const read = async (name: 'getJwks' | 'getJwksHistory'): Promise<readonly unknown[]> => {
    const response = await (await connection)[name]();
    if (response.status === 200) return response.body.keys;
    throw new Failure('provider_failed', `The provider's keys cannot be read: HTTP ${response.status}.`);
  };
  return async (kid) => {
    current ??= read('getJwks');
    const key = findDatedKey(await current, kid);
    if (key) return key;
    former ??= read('getJwksHistory');
    return findDatedKey(await former, kid);
  };
}

/**
 * Finds the signing keys of a provider in the given files, else by HTTP.
 * @throws Failure unreadable_file, bad_jwks
 */
function providerKeysOf(issuer: string, cwd: string, { jwksFile, jwksHistoryFile }: KeyFiles): KeyResolver {
  if (jwksFile === undefined && jwksHistoryFile === undefined) return fetchedKeys(issuer);
  const keys = [
    ...(jwksFile === undefined ? [] : keysFromFile('jwks', jwksFile, cwd)),
    ...(jwksHistoryFile === undefined ? [] : keysFromFile('jwks-history', jwksHistoryFile, cwd)),
  ];
  return async (kid) => findDatedKey(keys, kid);
}
