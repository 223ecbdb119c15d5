import type { Flags } from '../shared/flags.ts';

/** Which application of the sign-in provider the agent signs in to. */
export const providerAddressFlag = {
  'provider-address': {
    type: 'string',
    value: 'address',
    help: 'Provider address of the application to sign in to.',
    defaultText: 'PLATFORM_PROVIDER_ADDRESS, then default-provider.txt next to the executable',
  },
} as const satisfies Flags;

/** Where the sign-in provider is. */
export const ssoUrlFlag = {
  'sso-url': {
    type: 'string',
    value: 'url',
    help: 'Base URL of the sign-in provider.',
    defaultText: 'SSO_BASE_URL, then http://localhost:4001',
  },
} as const satisfies Flags;

/** The origin that every provider knows agents by. */
export const defaultOrigin = 'http://localhost';

/** What the provider knows agents by. */
export const oidcOriginFlag = {
  'oidc-origin': {
    type: 'string',
    value: 'origin',
    default: defaultOrigin,
    help: 'Origin that the provider is told; when it is refused, the default is tried.',
  },
} as const satisfies Flags;
