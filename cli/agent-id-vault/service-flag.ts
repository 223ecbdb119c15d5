import type { Flags } from '../shared/flags.ts';

/** The service whose credential is meant. */
export const serviceFlag = {
  service: { type: 'string', required: true, value: 'name', help: 'Name of the service, such as github.com.' },
} as const satisfies Flags;
