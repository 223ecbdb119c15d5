import type { Flags } from '../shared/command/flags.ts';

/** Application of the sign-in provider. */
export const providerAddressFlag = {
  'provider-address': {
    type: 'string',
    value: 'address',
    help: 'Provider address of the application to sign in to.',
    defaultText: 'PLATFORM_PROVIDER_ADDRESS, then default-provider.txt next to the executable',
  },
} as const satisfies Flags;

/** Base URL of the sign-in provider. */
export const ssoUrlFlag = {
  'sso-url': {
    type: 'string',
    value: 'url',
    help: 'Base URL of the sign-in provider.',
    defaultText: 'SSO_BASE_URL, then http://localhost:4001',
  },
} as const satisfies Flags;

/** Origin that every provider allows for agents. */
export const defaultOrigin = 'http://localhost';

/** What the agent calls itself. */
export const agentNameFlag = {
  'agent-name': {
    type: 'string',
    value: 'name',
    help: 'Name of this agent that its owner sees, marked as chosen by the agent.',
    defaultText: 'user and host',
  },
} as const satisfies Flags;

/** Origin header of sign-in requests. */
export const oidcOriginFlag = {
  'oidc-origin': {
    type: 'string',
    value: 'origin',
    default: defaultOrigin,
    help: 'Origin header of the sign-in; if the provider refuses it, the default is tried.',
  },
} as const satisfies Flags;

/** How long a command waits for the owner. */
export const approvalTimeoutFlag = {
  'timeout-sec': {
    type: 'number',
    default: 300,
    min: 0,
    max: 86_400,
    value: 'seconds',
    help: 'Time to wait for the approval; 0 polls once.',
  },
} as const satisfies Flags;
