import type { Flags } from './flags.ts';

/** Files with the keys of the provider. */
export const jwksFlags = {
  jwks: { type: 'string', value: 'path', help: 'File with the JWKS of the provider; verifies offline.' },
  'jwks-history': {
    type: 'string',
    value: 'path',
    help: "File with the provider's history of signing keys, such as git sync keeps; verifies offline.",
  },
} as const satisfies Flags;
