import { canonicalJson } from '../../../src/protocol/canonical-json.ts';
import { defineCommand } from '../../shared/define-command.ts';
import { Failure } from '../../shared/failure.ts';

function parseJson(flag: string, text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // Values without canonical form (RFC 8785), such as 1e999 or a lone surrogate, cannot be signed.
    canonicalJson(value);
    return value;
  } catch (error) {
    throw new Failure(
      'invalid_json',
      `--${flag} is not JSON that can be signed: ${error instanceof Error ? error.message : ''}`,
    );
  }
}

export const signCommand = defineCommand({
  name: 'sign',
  summary: 'Sign an operation and append it to the audit trail.',
  output: 'ok, operationId, seq, nonce, agentId, signatureShort, envelopeHashShort',
  flags: {
    type: { type: 'string', required: true, help: 'Type of the operation, such as tool-call.' },
    action: { type: 'string', required: true, help: 'Action performed, such as file.write.' },
    payload: { type: 'string', required: true, value: 'json', help: 'Details of the operation as JSON.' },
    'agent-id': { type: 'string', default: 'main', value: 'id', help: 'Agent of this identity that acted.' },
    meta: { type: 'string', value: 'json', help: 'Additional data as JSON.' },
  },
  run: async ({ flags, stateDir, host }) => {
    const payload = parseJson('payload', flags.payload);
    const meta = flags.meta === undefined ? null : parseJson('meta', flags.meta);
    if (flags['agent-id'] === '') throw new Failure('invalid_flag', '--agent-id is empty.');
    const { signOperation } = await import('../sign-operation.ts');
    const dir = { path: stateDir, log: host.log };
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
