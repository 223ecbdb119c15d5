import { defineCommand } from '../../shared/define-command.ts';

export const verifyCommitCommand = defineCommand({
  name: 'verify',
  summary: 'Verify the signature of a commit and the owner of its agent.',
  output: 'ok, commit, jkt, ownerSub, issuer, aud, iat, summary',
  flags: {
    commit: { type: 'string', default: 'HEAD', value: 'revision', help: 'Commit to verify.' },
    'sso-url': {
      type: 'string',
      value: 'url',
      help: 'Required issuer of the proof.',
      defaultText: 'taken from the bundle, if it is trusted',
    },
    'trusted-issuer': {
      type: 'string',
      value: 'url',
      multiple: true,
      help: 'Trusted provider, in addition to the one of this identity.',
    },
    jwks: { type: 'string', value: 'path', help: 'File with the JWKS of the provider; verifies offline.' },
  },
  run: async ({ flags, stateDir, host }) => {
    const { verifyAgentCommit } = await import('../verify-agent-commit.ts');
    const { resolveSsoBaseUrl } = await import('../../shared/provider-address.ts');
    const ssoUrl = flags['sso-url'] === undefined ? undefined : resolveSsoBaseUrl(flags['sso-url'], host.env);
    const options = { commit: flags.commit, ssoUrl, trustedIssuers: flags['trusted-issuer'], jwksFile: flags.jwks };
    return { json: { ok: true, ...(await verifyAgentCommit({ path: stateDir, log: host.log }, host, options)) } };
  },
});
