import { canonicalJson } from '../../../src/protocol/canonical-json.ts';
import { defineCommand } from '../../shared/command/command.ts';
import { Failure } from '../../shared/failure.ts';
import { jwksFlags } from '../../shared/command/flags.ts';
import { expectHeadFlag, foreignFlag, parseHead } from '../flags.ts';
import { readPassphrase } from '../../shared/keypair/passphrase.ts';

/** Parses a value for the audit trail. @throws Failure invalid_json */
async function parseSignable(flag: string, text: string): Promise<unknown> {
  const { parseIJson } = await import('../i-json.ts');
  try {
    const value = parseIJson(text);
    // The canonical form limits the nesting depth.
    canonicalJson(value);
    return value;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure('invalid_json', `--${flag} is not JSON that can be signed (RFC 7493): ${reason}`);
  }
}

export const signCommand = defineCommand({
  name: 'sign',
  summary: 'Sign an operation and append it to the audit trail.',
  output: 'ok, operationId, seq, nonce, agentId, signatureShort, envelopeHashShort',
  flags: {
    type: { type: 'string', required: true, help: 'Type of the operation, such as tool-call.' },
    action: { type: 'string', required: true, help: 'Action performed, such as file.write.' },
    payload: {
      type: 'string',
      requiredUnless: 'payload-file',
      value: 'json',
      help: 'Details of the operation as JSON.',
    },
    'payload-file': { type: 'string', value: 'path', help: 'Read the payload from a file, or from stdin with -.' },
    'agent-id': { type: 'string', default: 'main', value: 'id', help: 'Agent of this identity that acted.' },
    meta: { type: 'string', value: 'json', help: 'Additional data as JSON.' },
  },
  run: async ({ flags, dir, host }) => {
    const { decodeInput, readInput } = await import('../../shared/named-files.ts');
    const file = flags['payload-file'];
    const payload =
      file === undefined
        ? await parseSignable('payload', flags.payload ?? '')
        : await parseSignable(
            'payload-file',
            decodeInput('payload-file', await readInput('payload-file', file, host.cwd)),
          );
    const meta = flags.meta === undefined ? null : await parseSignable('meta', flags.meta);
    if (flags['agent-id'] === '') throw new Failure('invalid_flag', '--agent-id is empty.');
    const { signOperation } = await import('../../shared/audit-trail/audit-trail.ts');
    const { type, action } = flags;
    const entry = await signOperation(dir, host, { type, action, agentId: flags['agent-id'], payload, meta });
    return {
      json: {
        ok: true,
        operationId: entry.operationId,
        seq: entry.seq,
        nonce: entry.nonce,
        agentId: flags['agent-id'],
        signatureShort: entry.signature.slice(0, 16),
        envelopeHashShort: entry.envelopeHash.slice(0, 16),
      },
    };
  },
});

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
      const { verifyTrail } = await import('../verify-trail.ts');
      return { json: { ...(await verifyTrail(dir, requireKeyFile(dir), { expectHead, trust })) } };
    }
    const { readProofFile } = await import('../proof.ts');
    const { verifyProof } = await import('../proof.ts');
    const proof = await readProofFile(flags.proof, host.cwd);
    return { json: { ...(await verifyProof(proof, { trust, owners: flags.owner, expectHead })) } };
  },
});

export const exportProofCommand = defineCommand({
  name: 'export-proof',
  summary: 'Print the owner session and the complete audit trail, with all that verify --proof needs.',
  output:
    'exportedAt, stateDir, ownerSession, operations, agentJwk, retiredJwks, checkpoint, idTokens (every id_token that an entry refers to), anchors',
  flags: {
    'include-tokens': {
      type: 'boolean',
      help: 'Include access and refresh token; by default only id_tokens are printed.',
    },
    ...foreignFlag,
  },
  run: async ({ flags, dir, stateDir, host }) => {
    const { requireKeyFile } = await import('../../shared/keypair/key-file.ts');
    const { readOwnerSession } = await import('../../shared/owner-session/owner-session.ts');
    const { boundJkt } = await import('../../shared/owner-session/owner-session.ts');
    const { exportEvidence } = await import('../proof.ts');
    const identity = requireKeyFile(dir);
    const stored = await readOwnerSession(dir, readPassphrase(host));
    const session = stored && boundJkt(stored.idToken) === identity.jkt ? stored : undefined;
    const redacted = '[redacted]';
    const ownerSession =
      session && !flags['include-tokens']
        ? { ...session, accessToken: redacted, refreshToken: session.refreshToken === null ? null : redacted }
        : session;
    return {
      json: {
        exportedAt: Math.floor(host.now() / 1000),
        stateDir,
        ownerSession: ownerSession ?? null,
        ...(await exportEvidence(dir, identity, session?.idToken)),
      },
    };
  },
});

export const anchorCommand = defineCommand({
  name: 'anchor',
  summary: 'Have the provider attest the last entry of the audit trail, so that a replaced trail is noticed.',
  output: 'ok, seq, envelopeHash, attestedAt',
  flags: {},
  run: async ({ dir, host }) => {
    const { anchorTrail } = await import('../verify-trail.ts');
    return { json: { ok: true, ...(await anchorTrail(dir, host)) } };
  },
});
