import type { Flags } from '../shared/command/flags.ts';
import { Failure } from '../shared/failure.ts';

export const providerAddressFlag = {
  'provider-address': {
    type: 'string',
    value: 'address',
    help: 'Provider address of the application to sign in to.',
    defaultText: 'PLATFORM_PROVIDER_ADDRESS, then default-provider.txt next to the executable',
  },
} as const satisfies Flags;

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

export const agentNameFlag = {
  'agent-name': {
    type: 'string',
    value: 'name',
    help: 'Name of this agent that its owner sees, marked as chosen by the agent.',
    defaultText: 'user and host',
  },
} as const satisfies Flags;

export const oidcOriginFlag = {
  'oidc-origin': {
    type: 'string',
    value: 'origin',
    default: defaultOrigin,
    help: 'Origin header of the sign-in; if the provider refuses it, the default is tried.',
  },
} as const satisfies Flags;

/** Signs in for a service that is known by its URL only. */
export const serviceFlags = {
  service: {
    type: 'string',
    value: 'url',
    help: 'URL of the service to sign in for; it names its provider, and this agent registers there.',
  },
  scope: {
    type: 'string',
    value: 'scopes',
    help: 'Scopes to ask for with --service, separated by spaces.',
    defaultText: 'all that the service names',
  },
  'accept-provider': {
    type: 'boolean',
    help: 'Accept a provider on another origin than the service.',
  },
} as const satisfies Flags;

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

/** For reading a state directory that belongs to another user. */
export const foreignFlag = {
  foreign: {
    type: 'boolean',
    help: 'Read a state directory of another user, without a lock and without changing modes.',
  },
} as const satisfies Flags;

/** Head of a trail, known from elsewhere. */
export const expectHeadFlag = {
  'expect-head': {
    type: 'string',
    value: 'hash',
    help: 'envelopeHash that the trail must contain, such as a head noted earlier.',
  },
} as const satisfies Flags;

/**
 * Checks the form of --expect-head.
 * @throws Failure invalid_flag
 */
export function parseHead(text: string | undefined): string | undefined {
  if (text === undefined || /^[0-9a-f]{64}$/.test(text)) return text;
  throw new Failure('invalid_flag', `--expect-head accepts an envelopeHash of 64 hexadecimal digits, not "${text}".`);
}
