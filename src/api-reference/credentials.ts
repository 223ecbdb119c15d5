import type { DocumentedOperation, Parameter } from './read-contract.ts';

/** How a code sample authenticates its request. */
export interface Credential {
  /** Headers for curl, quoted for a shell. */
  readonly curlHeaders: (baseUrl: string) => readonly string[];
  /** A command that writes further headers for curl to its standard output. */
  readonly curlSigner?: (method: string, url: string) => string;
  /** Names imported from the area's package entry. */
  readonly imports: readonly string[];
  /** Declarations of values that the reader supplies. */
  readonly declarations: readonly string[];
  /** Lines of the client's options. */
  readonly options: readonly string[];
}

const accessTokenDeclaration = 'declare const accessToken: string; // from a sign-in';

const dpop: Credential = {
  curlHeaders: () => ['@-'],
  curlSigner: (method, url) => `agent-id-auth header --raw --method ${method} --url ${url}`,
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
      curlHeaders: () => ['"Authorization: Bearer $ACCESS_TOKEN"'],
      imports: ['bearerMiddleware'],
      declarations: [accessTokenDeclaration],
      options: ['middleware: [bearerMiddleware(() => accessToken)],'],
    },
  ],
  [
    'adminKey',
    {
      curlHeaders: () => ['"Authorization: Bearer $SSO_ADMIN_KEY"'],
      imports: ['bearerMiddleware'],
      declarations: ['declare const adminKey: string; // SSO_ADMIN_KEY of the provider'],
      options: ['middleware: [bearerMiddleware(() => adminKey)],'],
    },
  ],
  [
    'serviceToken',
    {
      curlHeaders: () => ['"Authorization: Bearer $SERVICE_TOKEN"'],
      imports: ['bearerMiddleware'],
      declarations: ['declare const serviceToken: string; // signed by the sign-in provider'],
      options: ['middleware: [bearerMiddleware(() => serviceToken)],'],
    },
  ],
  [
    'device',
    {
      curlHeaders: () => ['"Authorization: Device $DEVICE_PROOF"'],
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
      curlHeaders: (baseUrl) => ['"Cookie: owner_session=$OWNER_SESSION"', `"Origin: ${baseUrl}"`],
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
      curlHeaders: () => ['"X-Platform-Notifications-Key: $NOTIFICATIONS_KEY"'],
      imports: [],
      declarations: ['declare const apiKey: string; // servers only, never in a browser'],
      options: ["headers: { 'X-Platform-Notifications-Key': apiKey },"],
    },
  ],
  [
    'receiptToken',
    {
      curlHeaders: () => ['"X-Platform-Receipt-Token: $RECEIPT_TOKEN"'],
      imports: [],
      declarations: ['declare const receiptToken: string; // received with the push, in the service worker'],
      options: ["headers: { 'X-Platform-Receipt-Token': receiptToken },"],
    },
  ],
]);

const anonymous: Credential = { curlHeaders: () => [], imports: [], declarations: [], options: [] };

/** RFC 9449 §5: a token request sends a proof without a token, and the issued tokens are bound to the proof's key. */
const proofOnly: Credential = {
  curlHeaders: () => [],
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
    const credential = credentials.get(scheme);
    const sampled = new Set([scheme, ...(scheme === 'dpop' ? ['dpopProof'] : [])]);
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
  ['device', 'device'],
  ['ownerSession', 'browser'],
]);

/** Whether a parameter is the DPoP header, which the client's middleware adds. */
export const isProofHeader = ({ in: location, name }: Parameter): boolean => location === 'header' && name === 'DPoP';
