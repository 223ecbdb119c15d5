import type { Flags } from '../shared/command/flags.ts';

/** URL of one request. */
export const requestUrlFlag = {
  url: { type: 'string', required: true, value: 'url', help: 'URL of the request.' },
} as const satisfies Flags;

/** URL of a service. */
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
