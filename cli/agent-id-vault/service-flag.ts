import type { Flags } from '../shared/command/flags.ts';

/** Service of a credential. */
export const serviceFlag = {
  service: { type: 'string', required: true, value: 'name', help: 'Name of the service, such as github.com.' },
} as const satisfies Flags;
