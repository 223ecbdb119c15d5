import { ofRequest } from '../administration/audit-store.ts';
import type { KeyStatus } from '../../../generated/sso/types.ts';
import type { SsoHandler } from '../handler.ts';
import type { AgentKey } from './agent-key-store.ts';
import { agentNotBound, invalidOauthRequest } from '../errors/oauth-errors.ts';
import { keyNotFound } from '../errors/owner-errors.ts';
import { requireOwner } from '../caller/caller.ts';
import { signRs256Jwt } from './signing-keys.ts';
import { agentDirectoryUrl } from '../../protocol/web-bot-auth.ts';
import { directoryKey } from './directory-signer.ts';

/** Returns whether an agent's key is active, revoked or unknown; with `sub`, unknown unless it is that owner's. */
export const getKeyStatus: SsoHandler<'getKeyStatus'> = async ({
  path: { jkt },
  query: { sub },
  agentKeys,
  pseudonymOf,
  now,
  respond,
}) => {
  const key = await agentKeys.find(jkt, now());
  const isOther = sub !== undefined && key?.ownerSub !== sub && key?.ownerSub !== pseudonymOf(sub);
  return respond(200, { jkt, ...statusOf(isOther ? undefined : key) }, { 'cache-control': 'public, max-age=60' });
};

function statusOf(key: AgentKey | undefined): Omit<KeyStatus, 'jkt'> {
  if (key === undefined) return { status: 'unknown' };
  const { firstSeenAt, revoked, live, compromisedSince } = key;
  const since = firstSeenAt.toISOString();
  if (live) return { status: 'active', since };
  if (!revoked) return { status: 'unknown', since };
  return {
    status: 'revoked',
    since,
    revokedAt: revoked.at.toISOString(),
    reason: revoked.reason,
    ...(compromisedSince && { compromisedSince: compromisedSince.toISOString() }),
  };
}

/** Marks a key of the caller as stolen, for good, and ends its sessions. */
export const reportCompromisedKey: SsoHandler<'reportCompromisedKey'> = async ({
  path: { jkt },
  body,
  caller,
  atomically,
  metrics,
  now,
  request,
  respond,
}) => {
  const ownerSub = requireOwner(caller);
  const at = now();
  const since = body?.since === undefined ? undefined : new Date(body.since);
  if (since !== undefined && since > at) throw invalidOauthRequest('since is in the future.');
  const { compromisedSince, revoked } = await atomically(async ({ agentKeys, sessionTree }) => {
    // The key first, so that a session which starts meanwhile waits and is refused.
    const reported = await agentKeys.reportCompromised({ jkt, ownerSub, since, at });
    if (!reported) throw keyNotFound();
    const compromisedSince = reported.toISOString();
    const ended = await sessionTree.endSession({
      node: { kind: 'key', jkt, sub: ownerSub },
      reason: 'compromised',
      at,
      event: { event: 'key_compromised', at, ...ofRequest(request), ownerSub, details: { jkt, compromisedSince } },
    });
    return { compromisedSince, revoked: ended?.sessions ?? 0 };
  });
  metrics.revoked('compromised', revoked);
  return respond(200, { jkt, compromisedSince, revoked });
};

/** Signs that the caller's key, authorized by its owner, presented a digest now. */
export const createAttestation: SsoHandler<'createAttestation'> = async ({
  body: { digest, purpose },
  token: { sub, jkt },
  signingKeys,
  settings,
  nonces,
  now,
  newId,
  respond,
}) => {
  const claims = {
    iss: settings.issuer,
    sub,
    cnf: { jkt },
    digest,
    purpose,
    iat: Math.floor(now().getTime() / 1000),
    jti: newId(),
  };
  const attestation = await signRs256Jwt('attestation+jwt', claims, await signingKeys.current());
  return respond(201, { attestation }, nonces ? { 'dpop-nonce': nonces.current() } : {});
};

/** Returns the signature-agent card of a bound agent. */
export const getAgentCard: SsoHandler<'getAgentCard'> = async ({
  path: { jkt },
  agentKeys,
  settings: { issuer },
  now,
  respond,
}) => {
  const agent = await agentKeys.bound(jkt, now());
  if (!agent) throw agentNotBound(jkt);
  return respond(
    200,
    {
      client_name: agent.name,
      provider: issuer,
      owner: agent.ownerSub,
      status: 'active',
      jwks_uri: agentDirectoryUrl(issuer, jkt),
    },
    { 'cache-control': 'public, max-age=5' },
  );
};

/** Returns the key of a bound agent, signed by the provider. */
export const getAgentDirectory: SsoHandler<'getAgentDirectory'> = async ({
  path: { jkt },
  agentKeys,
  directories,
  request,
  now,
  respond,
}) => {
  const agent = await agentKeys.bound(jkt, now());
  if (!agent) throw agentNotBound(jkt);
  const directory = { keys: [directoryKey(agent.jwk)] };
  return respond(200, directory, await directories.headers(request.url, directory));
};
