import type { DocumentedOperation, Parameter } from './read-contract.ts';

/** A header whose value is a text, and then a secret of the environment. */
export interface SampleHeader {
  readonly name: string;
  readonly text: string;
  /** Name of an environment variable. */
  readonly secret?: string;
}

/** How a code sample authenticates its request. */
export interface Credential {
  readonly headers: (baseUrl: string) => readonly SampleHeader[];
  /** Whether the toolkit signs the request: `agent-id-auth header --raw` writes its headers. */
  readonly signed?: boolean;
  /** Names imported from the area's package entry. */
  readonly imports: readonly string[];
  /** Declarations of values that the reader supplies. */
  readonly declarations: readonly string[];
  /** Lines of the client's options. */
  readonly options: readonly string[];
}

const accessTokenDeclaration = 'declare const accessToken: string; // from a sign-in';

const dpop: Credential = {
  headers: () => [],
  signed: true,
  imports: ['type DpopKeypair', 'dpopMiddleware'],
  declarations: [
    'declare const keypair: DpopKeypair; // the key of the sign-in',
    'declare const accessToken: string; // bound to that key',
  ],
  options: [
    '// Signs every request with a fresh DPoP proof.',
    'middleware: [dpopMiddleware({ keypair, accessToken: () => accessToken })],',
  ],
};

/** Credentials by the name of their security scheme in the contracts. */
const credentials: ReadonlyMap<string, Credential> = new Map([
  ['dpop', dpop],
  [
    'bearer',
    {
      headers: () => [{ name: 'Authorization', text: 'Bearer ', secret: 'ACCESS_TOKEN' }],
      imports: ['bearerMiddleware'],
      declarations: [accessTokenDeclaration],
      options: ['middleware: [bearerMiddleware(() => accessToken)],'],
    },
  ],
  [
    'adminKey',
    {
      headers: () => [{ name: 'Authorization', text: 'Bearer ', secret: 'SSO_ADMIN_KEY' }],
      imports: ['bearerMiddleware'],
      declarations: ['declare const adminKey: string; // SSO_ADMIN_KEY of the provider'],
      options: ['middleware: [bearerMiddleware(() => adminKey)],'],
    },
  ],
  [
    'serviceToken',
    {
      headers: () => [{ name: 'Authorization', text: 'Bearer ', secret: 'SERVICE_TOKEN' }],
      imports: ['bearerMiddleware'],
      declarations: ['declare const serviceToken: string; // signed by the sign-in provider'],
      options: ['middleware: [bearerMiddleware(() => serviceToken)],'],
    },
  ],
  [
    'device',
    {
      headers: () => [{ name: 'Authorization', text: 'Device ', secret: 'DEVICE_PROOF' }],
      imports: ['deviceMiddleware', 'type DpopKeypair'],
      declarations: ['declare const deviceKey: DpopKeypair; // generated on the device at enrolment'],
      options: [
        '// Signs every request, including its body, with the device key.',
        'middleware: [deviceMiddleware({ keypair: deviceKey })],',
      ],
    },
  ],
  [
    'ownerSession',
    {
      headers: (baseUrl) => [
        { name: 'Cookie', text: 'owner_session=', secret: 'OWNER_SESSION' },
        { name: 'Origin', text: baseUrl },
      ],
      imports: [],
      declarations: [],
      options: [
        "// On the provider's own pages the browser sends the session cookie.",
        "fetch: (request) => fetch(request, { credentials: 'same-origin' }),",
      ],
    },
  ],
  [
    'notificationsKey',
    {
      headers: () => [{ name: 'X-Platform-Notifications-Key', text: '', secret: 'NOTIFICATIONS_KEY' }],
      imports: [],
      declarations: ['declare const apiKey: string; // servers only, never in a browser'],
      options: ["headers: { 'X-Platform-Notifications-Key': apiKey },"],
    },
  ],
  [
    'receiptToken',
    {
      headers: () => [{ name: 'X-Platform-Receipt-Token', text: '', secret: 'RECEIPT_TOKEN' }],
      imports: [],
      declarations: ['declare const receiptToken: string; // received with the push, in the service worker'],
      options: ["headers: { 'X-Platform-Receipt-Token': receiptToken },"],
    },
  ],
]);

const anonymous: Credential = { headers: () => [], imports: [], declarations: [], options: [] };

/** RFC 9449 §5: a token request sends a proof without a token, and the issued tokens are bound to the proof's key. */
const proofOnly: Credential = {
  headers: () => [],
  imports: ['type DpopKeypair', 'dpopMiddleware'],
  declarations: ['declare const keypair: DpopKeypair; // the issued tokens are bound to it'],
  options: ['// Signs every request with a fresh DPoP proof.', 'middleware: [dpopMiddleware({ keypair })],'],
};

/**
 * Returns the credentials that an operation accepts, the default first.
 *
 * @throws Error for a security scheme without an entry above
 */
export function credentialsOf({
  security,
  parameters,
}: DocumentedOperation): readonly (readonly [name: string, Credential])[] {
  const required = security.filter((schemes) => schemes.length > 0);
  if (required.length === 0) {
    return parameters.some(isProofHeader)
      ? [
          ['', anonymous],
          ['DPoP', proofOnly],
        ]
      : [['', anonymous]];
  }
  return required.map((schemes) => {
    const [scheme = ''] = schemes;
    // A token of an approval is sent as every bound token.
    const credential = credentials.get(scheme === 'approval' ? 'dpop' : scheme);
    const sampled = new Set([scheme, ...(scheme === 'dpop' || scheme === 'approval' ? ['dpopProof'] : [])]);
    if (credential === undefined || schemes.some((name) => !sampled.has(name)))
      throw new Error(
        `There is no code sample for the security schemes ${schemes.join(' and ')}. Add them to credentials.ts.`,
      );
    return [labels.get(scheme) ?? scheme, credential];
  });
}

const labels = new Map([
  ['dpop', 'DPoP'],
  ['bearer', 'Bearer'],
  ['approval', 'approval'],
  ['device', 'device'],
  ['ownerSession', 'browser'],
]);

/** Whether a parameter is the DPoP header, which the client's middleware adds. */
export const isProofHeader = ({ in: location, name }: Parameter): boolean => location === 'header' && name === 'DPoP';
