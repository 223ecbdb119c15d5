import { canonicalJson } from '../../../src/protocol/canonical-json.ts';
import { defineCommand } from '../../shared/command/command.ts';
import { Failure } from '../../shared/failure.ts';

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
