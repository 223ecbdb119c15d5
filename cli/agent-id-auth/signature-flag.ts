import { Failure } from '../shared/failure.ts';
import type { Flags } from '../shared/command/flags.ts';

/** Flag of commands that can sign requests for services outside of the platform. */
export const signatureFlag = {
  signature: {
    type: 'string',
    value: 'form',
    bare: 'dictionary',
    help: 'Also add an HTTP message signature (RFC 9421, Web Bot Auth); plain writes Signature-Agent as older verifiers read it.',
  },
} as const satisfies Flags;

export type SignatureForm = 'dictionary' | 'plain';

/** @throws Failure invalid_flag */
export function parseSignatureForm(text: string | undefined): SignatureForm | undefined {
  if (text === undefined || text === 'dictionary' || text === 'plain') return text;
  throw new Failure('invalid_flag', `--signature accepts plain, or no value, not "${text}".`);
}
