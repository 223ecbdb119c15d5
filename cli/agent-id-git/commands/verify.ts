import { defineCommand } from '../../shared/define-command.ts';

export const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'Check who signed a commit and whose agent it is.',
  output: 'ok, commit, jkt, ownerSub, issuer, aud, iat, summary',
  flags: {
    commit: { type: 'string', default: 'HEAD', value: 'revision', help: 'Commit to verify.' },
    'sso-url': {
      type: 'string',
      value: 'url',
      help: 'Provider that must have issued the proof.',
      defaultText: 'taken from the bundle, if it is trusted',
    },
    'trusted-issuer': {
      type: 'string',
      value: 'url',
      multiple: true,
      help: 'Provider to trust besides the one that this identity is bound at.',
    },
    jwks: { type: 'string', value: 'path', help: "File with the provider's key set; nothing is fetched then." },
  },
  run: async ({ flags, stateDir, host }) => {
    const { verifyAgentCommit } = await import('../verify-agent-commit.ts');
    const { resolveSsoBaseUrl } = await import('../../shared/provider-address.ts');
    const ssoUrl = flags['sso-url'] === undefined ? undefined : resolveSsoBaseUrl(flags['sso-url'], host.env);
    const options = { commit: flags.commit, ssoUrl, trustedIssuers: flags['trusted-issuer'], jwksFile: flags.jwks };
    return { json: { ok: true, ...(await verifyAgentCommit({ path: stateDir, note: host.note }, host, options)) } };
  },
});
