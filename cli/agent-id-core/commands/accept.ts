import { defineCommand } from '../../shared/command/command.ts';
import { resolveProviderAddress, resolveSsoBaseUrl } from '../../shared/provider/provider.ts';
import { providerAddressFlag, ssoUrlFlag } from '../provider-flags.ts';

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
    const { acceptDelegation } = await import('../accept-delegation.ts');
    const { actorChainOf } = await import('../../../src/protocol/actor-chain.ts');
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
