import { bucketOfId, withBucket } from '../../runtime/database/bucket.ts';
import { withResource } from '../applications/resources.ts';
import { ofRequest } from '../administration/audit-store.ts';
import type { TokenExchangeGrant } from '../../../generated/sso/types.ts';
import { type Delegation, DelegationError, verifyDelegation, longestActorChain } from '../../protocol/delegation.ts';
import type { DpopProof } from '../../protocol/dpop-proof.ts';
import { defaultClockSkew } from '../../protocol/signed-jwt.ts';
import type { TokenClient } from '../tokens/grant-store.ts';
import type { SsoHandlerContext } from '../context.ts';
import {
  agentPaused,
  delegationRefused,
  invalidOauthRequest,
  invalidTarget,
  keyRefused,
  scopeNotDelegated,
  scopeNotGranted,
} from '../errors/oauth-errors.ts';
import type { SsoRequestContext } from '../handler.ts';
import type { KeyRefusal } from '../sign-in/authorization-request.ts';
import { placeOf } from '../sessions/place.ts';
import { consumeProof, requireBoundKey } from '../tokens/proof-of-possession.ts';
import { narrowedScope, tokenAudience } from '../tokens/reach.ts';
import { secretHash } from '../tokens/grant-secrets.ts';
import type { ConnectedSessionRecord } from '../sessions/session.ts';
import type { Acceptance } from './delegation-store.ts';
import { type SignedTokens, signTokens } from '../tokens/sign-tokens.ts';
import type { Thumbprint } from '../../protocol/jwk-thumbprint.ts';
import { platformScopesOf } from '../../protocol/token-scope.ts';

type Context = SsoHandlerContext & SsoRequestContext;
type Grant = TokenExchangeGrant & { readonly client_id: string };

export type DelegatedTokens = SignedTokens & { readonly issued_token_type: string; readonly scope: string };

const pairwiseHelpers =
  'The application has pairwise subjects: it acts at no service of the platform, so that its agents have no helpers.';
const agentSessionEnded = () => delegationRefused('The agent has no active session: its owner must approve it again.');

const acceptanceErrors: Readonly<Record<Exclude<Acceptance, 'accepted' | 'seen'> | KeyRefusal, () => Error>> = {
  key_of_another_owner: () => keyRefused('key_of_another_owner'),
  key_compromised: () => keyRefused('key_compromised'),
  ended: agentSessionEnded,
  paused: agentPaused,
  too_many: () => delegationRefused('The agent has 100 helpers already: revoke some.'),
};

/**
 * Exchanges the delegation of an agent for tokens of its helper (RFC 8693 §2). Nothing is stored before every check has
 * passed. The first exchange starts the helper's session, and later ones use it.
 */
export async function exchangeDelegation(
  grant: Grant,
  { client, proof }: { readonly client: TokenClient | undefined; readonly proof: DpopProof | undefined },
  context: Context,
): Promise<DelegatedTokens> {
  const { delegations, request, settings, now } = context;
  checkExchange(grant);
  if (!client) throw delegationRefused('client_id names no application of this provider.');
  if (client.pairwiseSector !== null) throw delegationRefused(pairwiseHelpers);
  const at = now();
  const delegation = readDelegation(grant.subject_token, context);
  const auditFields = {
    at,
    ...ofRequest(request),
    ownerSub: delegation.ownerSub,
    clientAddress: grant.client_id,
    details: { agent: delegation.parentJkt, jkt: delegation.childJkt, delegation: delegation.jti },
  };
  await requireBoundKey(proof, delegation.childJkt, context, auditFields);
  const seen = await delegations.find(delegation);
  if (seen?.revokedAt || seen?.session?.revokedAt) throw delegationRefused('The delegation was revoked.');
  if (seen && seen.tokenHash !== secretHash(grant.subject_token))
    throw delegationRefused('The jti of the delegation is that of another delegation: use a new one for each.');

  const source = seen?.session
    ? { ...seen.session, scope: remainingScope(seen.session.scope, seen.agentScopes) }
    : await delegatingSession(delegation, grant.client_id, context);
  if (source.clientAddress !== grant.client_id || (delegation.clientId ?? grant.client_id) !== grant.client_id)
    throw delegationRefused('The agent signed in through another application than client_id.');
  const scope = narrowedScope(source.scope, grant.scope);
  if (scope === undefined) throw scopeNotGranted();
  const known = await withResource(settings, grant.resource ?? source.resource, context);
  const audience = tokenAudience(source, grant.resource, known);
  await consumeProof(proof, context, auditFields);

  const session = seen?.session
    ? await resumeSession(seen.session, delegation, context)
    : await startSession(source, { delegation, tokenHash: secretHash(grant.subject_token), auditFields }, context);
  const tokens = await signTokens(
    { ...session, client, sessionId: session.id, endsAt: session.expiresAt, scope, audience },
    context,
  );
  return { ...tokens, issued_token_type: accessTokenType, scope };
}

function readDelegation(token: string, { settings: { issuer }, now }: Context): Delegation {
  try {
    return verifyDelegation({ token, issuer, now: now().getTime() / 1000 });
  } catch (error) {
    if (error instanceof DelegationError) throw delegationRefused(error.message);
    throw error;
  }
}

/** A session of an agent, with what its helper would get. */
type DelegatingSession = ConnectedSessionRecord & { readonly parentId: string };

/** Returns what a helper gets from the agent's first session that allows it. */
async function delegatingSession(
  delegation: Delegation,
  clientAddress: string,
  { delegations, now }: Context,
): Promise<DelegatingSession> {
  const { parentJkt: jkt, ownerSub, iat } = delegation;
  const sessions = await delegations.delegating({ jkt, ownerSub, clientAddress, at: now() });
  // A delegation from before a revocation must not become valid again when the owner approves the agent again.
  const signedIn = sessions.filter(({ createdAt }) => createdAt.getTime() / 1000 <= iat + defaultClockSkew);
  let refusal: unknown;
  for (const session of signedIn) {
    try {
      if (session.pausedAt !== null) throw agentPaused();
      const rights = delegatedRights(session, delegation);
      return { ...session, ...rights, jkt: delegation.childJkt, parentId: session.id };
    } catch (error) {
      refusal ??= error;
    }
  }
  throw refusal ?? agentSessionEnded();
}

/** Continues the session of a helper, unless its agent was paused or has ended. */
async function resumeSession(
  session: ConnectedSessionRecord,
  delegation: Delegation,
  { delegations, now, request }: Context,
): Promise<ConnectedSessionRecord> {
  const expiresAt = await delegations.use({
    sessionId: session.id,
    at: now(),
    delegationExpiresAt: new Date(delegation.exp * 1000),
    place: placeOf(request),
  });
  if (expiresAt === undefined) {
    const found = await delegations.find(delegation);
    throw found?.session?.pausedAt ? agentPaused() : agentSessionEnded();
  }
  return { ...session, expiresAt };
}

interface FirstUse {
  readonly delegation: Delegation;
  readonly tokenHash: string;
  readonly auditFields: Parameters<typeof requireBoundKey>[3];
}

async function startSession(
  source: ConnectedSessionRecord,
  { delegation, tokenHash, auditFields }: FirstUse,
  context: Context,
): Promise<ConnectedSessionRecord> {
  const { delegations, sessions, now, newId, request } = context;
  const { parentId } = source;
  if (parentId === null) throw agentSessionEnded();
  const sessionId = withBucket(newId(), bucketOfId(parentId));
  const statusIndex = await sessions.reserveStatusIndex();
  const acceptance = await delegations.accept({
    parentId,
    ownerSub: source.ownerSub,
    parentJkt: delegation.parentJkt,
    jti: delegation.jti,
    tokenHash,
    sessionId,
    statusIndex,
    scope: source.scope,
    resource: source.resource,
    reach: source.reach,
    chain: source.chain,
    at: now(),
    expiresAt: source.expiresAt,
    delegationExpiresAt: new Date(delegation.exp * 1000),
    place: placeOf(request),
    accepted: {
      ...auditFields,
      event: 'delegation_accepted',
      details: { ...auditFields.details, sessionId, agentSessionId: parentId, chain: source.chain },
    },
  });
  if (acceptance === 'accepted') {
    context.metrics.signedIn('helper');
    return { ...source, id: sessionId, statusIndex };
  }
  if (acceptance !== 'seen') throw acceptanceErrors[acceptance]();
  const seen = await delegations.find(delegation);
  if (!seen?.session || seen.revokedAt || seen.session.revokedAt)
    throw delegationRefused('The delegation was revoked.');
  if (seen.tokenHash !== tokenHash)
    throw delegationRefused('The jti of the delegation is that of another delegation: use a new one for each.');
  return resumeSession(seen.session, delegation, context);
}

/** RFC 8693 §3. */
const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
const jwtType = 'urn:ietf:params:oauth:token-type:jwt';

/**
 * Checks the parameters of a token exchange that a schema cannot express (RFC 8693 §2.1).
 *
 * @throws DomainError invalid_request, or invalid_target for `audience`
 */
function checkExchange(grant: TokenExchangeGrant): void {
  if (grant.subject_token_type !== jwtType)
    throw invalidOauthRequest(`subject_token_type must be ${jwtType}: the subject_token is a delegation.`);
  if (grant.requested_token_type !== undefined && grant.requested_token_type !== accessTokenType)
    throw invalidOauthRequest(`requested_token_type must be ${accessTokenType}.`);
  if (grant.actor_token !== undefined)
    throw invalidOauthRequest('actor_token is not used: the helper proves its key with the DPoP header.');
  if (grant.actor_token_type !== undefined)
    throw invalidOauthRequest('actor_token_type was sent without actor_token (RFC 8693 section 2.1).');
  if (grant.audience !== undefined) throw invalidTarget('audience names no service here: send its URI as resource.');
}

/** What the session of an agent allows, of which a helper gets a part. */
export interface DelegatingRights {
  readonly scope: string;
  /** The only service that the agent may call; null for all. */
  readonly resource: string | null;
  /** The agents of a delegated session, the current one first; empty for one that the owner approved. */
  readonly chain: readonly Thumbprint[];
  readonly expiresAt: Date;
}

/**
 * Returns what a helper may do: what both its agent and the delegation allow, for as long as both last.
 *
 * @throws DomainError invalid_request for a chain that is too long or has a key twice; invalid_scope and invalid_target
 *   when nothing is left
 */
export function delegatedRights(agent: DelegatingRights, delegation: Delegation): DelegatingRights {
  const agents = agent.chain.length > 0 ? agent.chain : [delegation.parentJkt];
  if (agents.includes(delegation.childJkt))
    throw delegationRefused('The helper is an agent of this chain already: an agent cannot help itself.');
  if (agents.length === longestActorChain)
    throw delegationRefused(`The chain has ${longestActorChain} agents already: this agent cannot delegate.`);
  const [allowed, requested] = [platformScopesOf(agent.scope), platformScopesOf(delegation.scope)];
  // An agent without platform scopes has all rights.
  const granted = allowed.length === 0 ? requested : requested.filter((scope) => allowed.includes(scope));
  if (granted.length === 0) throw scopeNotDelegated();
  if (agent.resource !== null && delegation.resource !== undefined && agent.resource !== delegation.resource)
    throw invalidTarget('The agent may call another resource than the delegation names.');
  return {
    scope: ['openid', ...granted].join(' '),
    resource: agent.resource ?? delegation.resource ?? null,
    chain: [delegation.childJkt, ...agents],
    expiresAt: new Date(Math.min(agent.expiresAt.getTime(), delegation.exp * 1000)),
  };
}

/**
 * Returns what a helper may still do after the rights of an agent above it were narrowed.
 *
 * @throws DomainError invalid_scope when nothing is left
 */
function remainingScope(helper: string, agents: readonly string[]): string {
  const limits = agents.map(platformScopesOf).filter((scopes) => scopes.length > 0);
  const left = platformScopesOf(helper).filter((scope) => limits.every((allowed) => allowed.includes(scope)));
  if (left.length === 0) throw scopeNotDelegated();
  return ['openid', ...left].join(' ');
}
