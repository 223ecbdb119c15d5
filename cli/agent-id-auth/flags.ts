import type { Flags } from '../shared/command/flags.ts';
import { Failure } from '../shared/failure.ts';

export const requestUrlFlag = {
  url: { type: 'string', required: true, value: 'url', help: 'URL of the request.' },
} as const satisfies Flags;

export const serviceUrlFlag = {
  url: { type: 'string', required: true, alias: 'service', value: 'url', help: 'URL of the service.' },
} as const satisfies Flags;

export const insecureFlag = {
  'allow-insecure': { type: 'boolean', help: 'Allow http for a host other than loopback.' },
} as const satisfies Flags;

export const methodFlag = {
  method: { type: 'string', default: 'GET', value: 'method', help: 'HTTP method.' },
} as const satisfies Flags;

/** @param milliseconds default of the command */
export const timeoutFlag = <const Default extends number>(milliseconds: Default) =>
  ({
    'timeout-ms': {
      type: 'number',
      default: milliseconds,
      min: 1,
      max: 600_000,
      value: 'ms',
      help: 'Timeout of the request.',
    },
  }) as const satisfies Flags;

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
