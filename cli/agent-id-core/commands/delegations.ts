import { auditFlag, defineCommand, recordAfter, recordBefore } from '../../shared/command/command.ts';
import { resolveProviderAddress, resolveSsoBaseUrl } from '../../shared/provider/provider.ts';
import { providerAddressFlag, ssoUrlFlag } from '../flags.ts';
import { Failure } from '../../shared/failure.ts';

export const delegateCommand = defineCommand({
  name: 'delegate',
  summary: 'Sign a delegation, with which a helper of this agent acts with fewer rights.',
  output: 'ok, delegation (a JWT for core accept), delegationId, to, scope, expiresAt; auditSeq when recorded',
  flags: {
    to: {
      type: 'string',
      required: true,
      value: 'jkt',
      help: 'Key of the helper: jkt that its agent-id-core status prints.',
    },
    scope: {
      type: 'string',
      required: true,
      value: 'scopes',
      help: 'What the helper may do: forum:write, forum:vote, notifications:host, payments.',
    },
    ttl: {
      type: 'number',
      value: 'seconds',
      default: 3600,
      min: 1,
      max: 86_400,
      help: 'Seconds until the delegation ends; the session of this agent ends it too.',
    },
    resource: { type: 'string', value: 'url', help: 'The only service that the helper may call.' },
    ...auditFlag,
  },
  run: async ({ flags, dir, host }) => {
    const { delegateTo } = await import('../delegations.ts');
    const { scope, resource, ttl: lifetime } = flags;
    const signed = await delegateTo(dir, host, { to: flags.to, scope, resource, lifetime });
    const { delegationId, to, expiresAt } = signed;
    const payload = { delegationId, to, scope: signed.scope, expiresAt };
    const recorded = await recordBefore(dir, host, flags.audit, { type: 'core', action: 'delegate', payload });
    return { json: { ok: true, ...signed, ...recorded } };
  },
});

export const acceptCommand = defineCommand({
  name: 'accept',
  summary: 'Become a helper of another agent: exchange its delegation for a session of this key.',
  output: 'ok, ownerSub, jkt, chain (keys of this agent and those that it helps), scope, expiresAt, providerAddress',
  flags: {
    delegation: {
      type: 'string',
      required: true,
      value: 'jwt|-',
      help: 'What core delegate printed; - reads it from stdin.',
    },
    ...providerAddressFlag,
    ...ssoUrlFlag,
  },
  run: async ({ flags, dir, host }) => {
    const { decodeInput, readInput } = await import('../../shared/named-files.ts');
    const { acceptDelegation } = await import('../delegations.ts');
    const { actorChainOf } = await import('../../../src/protocol/delegation.ts');
    const { boundJkt, tokenClaims } = await import('../../shared/owner-session/owner-session.ts');
    const delegation =
      flags.delegation === '-'
        ? decodeInput('delegation', await readInput('delegation', '-', host.cwd)).trim()
        : flags.delegation;
    const { session, scope, expiresAt } = await acceptDelegation(dir, host, {
      delegation,
      ssoBaseUrl: resolveSsoBaseUrl(flags['sso-url'], host.env),
      providerAddress: () => resolveProviderAddress(flags['provider-address'], host),
    });
    const { ownerSub, idToken, providerAddress } = session;
    const chain = actorChainOf(tokenClaims(idToken) ?? {});
    return { json: { ok: true, ownerSub, jkt: boundJkt(idToken), chain, scope, expiresAt, providerAddress } };
  },
});

export const listDelegationsCommand = defineCommand({
  name: 'delegations list',
  summary: 'List the delegations of this agent that a helper used or that were revoked.',
  output: 'ok, delegations [{delegationId, jkt, scope, resource, revoked, lastUsedAt, expiresAt}]',
  flags: {},
  run: async ({ dir, host }) => {
    const { listMadeDelegations } = await import('../delegations.ts');
    return { json: { ok: true, delegations: await listMadeDelegations(dir, host) } };
  },
});

export const revokeDelegationCommand = defineCommand({
  name: 'delegations revoke',
  summary: 'Revoke a delegation: services refuse the helper and its helpers within 5 seconds.',
  output: 'ok, delegationId; auditSeq when recorded',
  flags: {
    id: { type: 'string', required: true, value: 'delegationId', help: 'delegationId that core delegate printed.' },
    ...auditFlag,
  },
  run: async ({ flags: { id: delegationId, audit }, dir, host }) => {
    // The provider cannot tell a wrong id: it revokes delegations that it has not seen yet, too.
    if (!/^[\w-]{22}$/.test(delegationId))
      throw new Failure('invalid_flag', `--id accepts the delegationId of core delegate, not "${delegationId}".`);
    const { revokeMadeDelegation } = await import('../delegations.ts');
    await revokeMadeDelegation(dir, host, delegationId);
    const payload = { delegationId };
    const recorded = await recordAfter(dir, host, audit, { type: 'core', action: 'delegations revoke', payload });
    return { json: { ok: true, delegationId, ...recorded } };
  },
});
