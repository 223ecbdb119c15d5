import { defineCommand } from '../../shared/command/command.ts';
import { jwksFlags } from '../../shared/command/flags.ts';
import { Failure } from '../../shared/failure.ts';
import { expectHeadFlag, foreignFlag, parseHead } from '../trail/trail-flags.ts';

export const verifyTrailCommand = defineCommand({
  name: 'verify',
  summary: 'Verify the whole audit trail, or an exported proof: hashes, signatures, order, owners and completeness.',
  output:
    'ok, errorCount, errors [{line, seq, code, message}], operations, agents, ownerSub, head {seq, envelopeHash}, anchor {seq, envelopeHash, attestedAt} or null; warnings when the clock ran backwards; keys (thumbprints in order) after a rotation; tornBytes when a crash left an incomplete last line; with --proof: jkt and ownerExpected (null without --owner), and what a stolen key signed without an earlier attestation is an error. Exit code 1 when ok is false',
  flags: {
    proof: {
      type: 'string',
      value: 'path',
      help: 'Verify a file of export-proof (or stdin with -) instead of the state directory.',
    },
    owner: { type: 'string', value: 'sub', multiple: true, help: 'Expected owner; needs --proof.' },
    ...expectHeadFlag,
    'trusted-issuer': {
      type: 'string',
      value: 'url',
      multiple: true,
      help: 'Trusted provider, in addition to the one of this identity.',
    },
    ...jwksFlags,
    ...foreignFlag,
  },
  run: async ({ flags, dir, host }) => {
    const expectHead = parseHead(flags['expect-head']);
    const { trustProviders } = await import('../../shared/evidence/provider-trust.ts');
    const trust = trustProviders(dir, host, {
      ssoUrl: undefined,
      trustedIssuers: flags['trusted-issuer'],
      jwksFile: flags.jwks,
      jwksHistoryFile: flags['jwks-history'],
    });
    if (flags.proof === undefined) {
      if (flags.owner.length > 0)
        throw new Failure(
          'invalid_flag',
          '--owner needs --proof: a trail in its own state directory does not prove its owner.',
        );
      const { requireKeyFile } = await import('../../shared/keypair/key-file.ts');
      const { verifyTrail } = await import('../trail/verify-trail.ts');
      return { json: { ...(await verifyTrail(dir, requireKeyFile(dir), { expectHead, trust })) } };
    }
    const { readProofFile } = await import('../proof/proof-file.ts');
    const { verifyProof } = await import('../proof/verify-proof.ts');
    const proof = await readProofFile(flags.proof, host.cwd);
    return { json: { ...(await verifyProof(proof, { trust, owners: flags.owner, expectHead })) } };
  },
});
