import type { Operation, Parameter } from './read-contract.ts';

/** How a request of a code sample shows who sends it. */
export interface Credential {
  /** Headers for curl, quoted for a shell. */
  readonly curlHeaders: (baseUrl: string) => readonly string[];
  /** A command before curl whose output is further headers. */
  readonly curlSigner?: (method: string, url: string) => string;
  /** Named imports of the area's package entry. */
  readonly imports: readonly string[];
  /** What the sample is given from outside. */
  readonly given: readonly string[];
  /** Members of the client's options, one line each. */
  readonly options: readonly string[];
}

const token = 'declare const accessToken: string; // from a sign-in';

const dpop: Credential = {
  curlHeaders: () => ['@-'],
  curlSigner: (method, url) => `agent-id-auth header --raw --method ${method} --url ${url}`,
  imports: ['type DpopKeypair', 'dpopMiddleware'],
  given: [
    'declare const keypair: DpopKeypair; // the key of the sign-in',
    'declare const accessToken: string; // bound to that key',
  ],
  options: [
    '// Signs every request with a fresh proof by the key.',
    'middleware: [dpopMiddleware({ keypair, accessToken: () => accessToken })],',
  ],
};

/** By the names that the contracts give to their security schemes. */
const credentials: ReadonlyMap<string, Credential> = new Map([
  ['dpop', dpop],
  [
    'bearer',
    {
      curlHeaders: () => ['"Authorization: Bearer $ACCESS_TOKEN"'],
      imports: ['bearerMiddleware'],
      given: [token],
      options: ['middleware: [bearerMiddleware(() => accessToken)],'],
    },
  ],
  [
    'adminKey',
    {
      curlHeaders: () => ['"Authorization: Bearer $SSO_ADMIN_KEY"'],
      imports: ['bearerMiddleware'],
      given: ['declare const adminKey: string; // SSO_ADMIN_KEY of the provider'],
      options: ['middleware: [bearerMiddleware(() => adminKey)],'],
    },
  ],
  [
    'device',
    {
      curlHeaders: () => ['"Authorization: Device $DEVICE_PROOF"'],
      imports: ['deviceMiddleware', 'type DpopKeypair'],
      given: ['declare const deviceKey: DpopKeypair; // made by the device at enrolment, and kept there'],
      options: [
        '// Signs every request, its body included, with the key of the device.',
        'middleware: [deviceMiddleware({ keypair: deviceKey })],',
      ],
    },
  ],
  [
    'ownerSession',
    {
      curlHeaders: (baseUrl) => ['"Cookie: owner_session=$OWNER_SESSION"', `"Origin: ${baseUrl}"`],
      imports: [],
      given: [],
      options: [
        "// On the provider's own pages: the browser sends the session's cookie.",
        "fetch: (request) => fetch(request, { credentials: 'same-origin' }),",
      ],
    },
  ],
  [
    'notificationsKey',
    {
      curlHeaders: () => ['"X-Platform-Notifications-Key: $NOTIFICATIONS_KEY"'],
      imports: [],
      given: ['declare const apiKey: string; // on servers only'],
      options: ["headers: { 'X-Platform-Notifications-Key': apiKey },"],
    },
  ],
  [
    'receiptToken',
    {
      curlHeaders: () => ['"X-Platform-Receipt-Token: $RECEIPT_TOKEN"'],
      imports: [],
      given: ['declare const receiptToken: string; // came with the push, in the service worker'],
      options: ["headers: { 'X-Platform-Receipt-Token': receiptToken },"],
    },
  ],
]);

const anonymous: Credential = { curlHeaders: () => [], imports: [], given: [], options: [] };

/** RFC 9449 §5: no token yet, but a proof that asks for tokens bound to its key. */
const proofOnly: Credential = {
  curlHeaders: () => [],
  imports: ['type DpopKeypair', 'dpopMiddleware'],
  given: ['declare const keypair: DpopKeypair; // the tokens will be bound to it'],
  options: ['// Signs every request with a fresh proof by the key.', 'middleware: [dpopMiddleware({ keypair })],'],
};

/**
 * The ways to send an operation, the usual one first.
 *
 * @throws Error for a security scheme that nobody described here
 */
export function credentialsOf({ security, parameters }: Operation): readonly (readonly [name: string, Credential])[] {
  const asked = security.filter((schemes) => schemes.length > 0);
  if (asked.length === 0) {
    return parameters.some(isProof)
      ? [
          ['', anonymous],
          ['DPoP', proofOnly],
        ]
      : [['', anonymous]];
  }
  return asked.map((schemes) => {
    const [scheme = ''] = schemes;
    const credential = credentials.get(scheme);
    if (credential === undefined || schemes.length > 1)
      throw new Error(`No code sample knows how to present ${schemes.join(' and ')}: describe it in credentials.ts.`);
    return [labels.get(scheme) ?? scheme, credential];
  });
}

const labels = new Map([
  ['dpop', 'DPoP'],
  ['bearer', 'Bearer'],
  ['device', 'device'],
  ['ownerSession', 'browser'],
]);

/** The header of a proof is made by the client's middleware, never by the caller. */
export const isProof = ({ in: place, name }: Parameter): boolean => place === 'header' && name === 'DPoP';
