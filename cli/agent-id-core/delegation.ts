import { isThumbprint, type Thumbprint } from '../../src/protocol/jwk-thumbprint.ts';
import { signDelegation } from '../../src/protocol/delegation.ts';
import { platformScopes, platformScopesOf } from '../../src/protocol/token-scope.ts';
import { Failure } from '../shared/failure.ts';
import { type Keypair, requireKeypair } from '../shared/keypair/keypair.ts';
import {
  boundJkt,
  type OwnerSession,
  readOwnerSession,
  noOwnerSession,
  sessionNotDpopBound,
} from '../shared/owner-session/owner-session.ts';
import { readPassphrase } from '../shared/keypair/passphrase.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import type { CommandHost } from '../shared/host.ts';

/** What an agent gives to a helper. */
export interface DelegatedRights {
  /** Thumbprint of the helper's key, as given. */
  readonly to: string;
  /** Scopes separated by spaces or commas. */
  readonly scope: string;
  readonly resource: string | undefined;
  /** Seconds. */
  readonly lifetime: number;
}

export interface SignedDelegation {
  readonly delegation: string;
  readonly delegationId: string;
  readonly to: Thumbprint;
  readonly scope: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

/** @throws Failure no_agent_keypair, no_owner_session, session_not_dpop_bound */
async function ownSession(
  dir: StateDir,
  host: CommandHost,
): Promise<{ readonly keypair: Keypair; readonly session: OwnerSession }> {
  const passphrase = readPassphrase(host);
  const keypair = requireKeypair(dir, passphrase);
  const session = await readOwnerSession(dir, passphrase);
  if (!session) throw noOwnerSession();
  if (boundJkt(session.idToken) !== keypair.jkt) throw sessionNotDpopBound();
  return { keypair, session };
}

function requireScopes(text: string): string {
  const wanted = text.split(/[\s,]+/).filter((scope) => scope !== '');
  const knownScopes = platformScopesOf(wanted.join(' '));
  const unknown = wanted.find((scope) => scope !== 'openid' && !knownScopes.some((one) => one === scope));
  if (unknown !== undefined || knownScopes.length === 0)
    throw new Failure('invalid_flag', `--scope accepts ${platformScopes.join(', ')}, not "${unknown ?? text}".`);
  return knownScopes.join(' ');
}

/**
 * Signs a delegation with the agent key. The provider decides when the helper uses it.
 * @throws Failure invalid_flag, no_agent_keypair, no_owner_session, session_not_dpop_bound
 */
export async function delegateTo(
  dir: StateDir,
  host: CommandHost,
  { to, scope: given, resource, lifetime }: DelegatedRights,
): Promise<SignedDelegation> {
  if (!isThumbprint(to))
    throw new Failure(
      'invalid_flag',
      `--to accepts the jkt that the helper's agent-id-core status prints, not "${to}".`,
    );
  const scope = requireScopes(given);
  if (resource !== undefined && !URL.canParse(resource))
    throw new Failure('invalid_flag', `--resource accepts an absolute URL, not "${resource}".`);
  const { keypair, session } = await ownSession(dir, host);
  if (to === keypair.jkt) throw new Failure('invalid_flag', '--to is the key of this agent: it cannot help itself.');
  const delegationId = host.randomBytes(16).toString('base64url');
  const now = Math.floor(host.now() / 1000);
  const delegation = await signDelegation({
    jwk: keypair.jwk,
    sign: keypair.sign,
    issuer: session.issuer,
    ownerSub: session.ownerSub,
    childJkt: to,
    scope,
    resource,
    clientId: session.providerAddress,
    now,
    lifetime,
    jti: delegationId,
  });
  return { delegation, delegationId, to, scope, expiresAt: now + lifetime };
}
