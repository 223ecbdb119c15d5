import { auditFlag, defineCommand, recordBefore } from '../../shared/command/command.ts';

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
    const { delegateTo } = await import('../delegation.ts');
    const { scope, resource, ttl: lifetime } = flags;
    const signed = await delegateTo(dir, host, { to: flags.to, scope, resource, lifetime });
    const { delegationId, to, expiresAt } = signed;
    const payload = { delegationId, to, scope: signed.scope, expiresAt };
    const recorded = await recordBefore(dir, host, flags.audit, { type: 'core', action: 'delegate', payload });
    return { json: { ok: true, ...signed, ...recorded } };
  },
});
