import type { WrittenSection } from './section.ts';

/** What a developer relies on in generated clients, test helpers and the package itself. */
export const sdkPackageRequirements: readonly WrittenSection[] = [
  {
    section: 'SDK / Generated clients',
    serves: ['forum:NetworkError'],
    rows: [
      {
        says: 'Idempotent calls are retried with backoff, when it is asked for.',
        provenBy: [
          'generated client: an idempotent call is retried after a network failure and 502, 503, 504 and 429',
          'generated client: by default no call is retried',
          'generated client: the pause doubles, and Retry-After is honored up to 30 seconds',
        ],
      },
      {
        says: 'After the last retry the response or error is returned.',
        provenBy: ['generated client: after the last retry the response or error is returned'],
      },
      {
        says: 'A POST is retried only with an Idempotency-Key of the call.',
        provenBy: [
          'generated client: a POST with an Idempotency-Key is retried with the same key and body',
          'generated client: a POST without Idempotency-Key and a response with status 400 are not retried',
        ],
      },
      {
        says: 'Every repetition has a fresh proof.',
        provenBy: ['generated client: every retry has a fresh DPoP proof'],
      },
      {
        says: 'A timeout aborts the request and is a NetworkError with its code.',
        provenBy: ['generated client: a timeout is a NetworkError with its code, and aborts the request'],
      },
      {
        says: 'An unreachable service is a NetworkError with its cause; an error of the own fetch is not.',
        provenBy: [
          'generated client: an unreachable service is a NetworkError that is a TypeError with the innermost cause',
          "generated client: an error of the caller's own fetch is passed on unchanged",
        ],
      },
      {
        says: 'Aborting is no NetworkError, also during a pause.',
        provenBy: [
          'generated client: aborting is not a NetworkError',
          'generated client: aborting ends the pause with the reason of the signal',
        ],
      },
      {
        says: 'dpopMiddleware answers a nonce challenge once and remembers the nonce.',
        serves: ['forum:dpopMiddleware'],
        provenBy: [
          'SDK dpopMiddleware: after a nonce challenge the request is retried with the nonce in a fresh proof',
          'SDK dpopMiddleware: a second nonce challenge is returned to the caller',
          'SDK dpopMiddleware: the last DPoP-Nonce of an origin is used for its next requests',
          'SDK dpopMiddleware: a rejection %s is not retried',
        ],
      },
      {
        says: 'dpopMiddleware keeps the headers of other middleware.',
        serves: ['forum:dpopMiddleware'],
        provenBy: ['SDK dpopMiddleware: the repeated request keeps headers set by middleware %s it'],
      },
      {
        says: 'deviceMiddleware signs method, address and body.',
        serves: ['sso:deviceMiddleware'],
        provenBy: [
          'SDK deviceMiddleware: signs method, address and the exact body',
          'SDK deviceMiddleware: signs a request without a body, with a fresh proof for each request',
        ],
      },
    ],
  },
  {
    section: 'SDK / Testing',
    serves: ['testing:createTestProvider'],
    rows: [
      {
        says: 'A provider in memory signs in, refreshes and revokes like the real one.',
        provenBy: [
          'createTestProvider: a real SsoClient signs in, refreshes, fetches userinfo and is revoked',
          'createTestProvider: declined and unknown links, foreign applications and redeemed codes fail as at the provider',
        ],
      },
      {
        says: 'Its clock is the given one, and closed it is unreachable.',
        provenBy: ['createTestProvider: the clock is the given one, and a closed provider is unreachable'],
      },
      {
        says: 'Its tokens can be bound to a key.',
        provenBy: ['createTestProvider: with a key the tokens are bound to it, and another key cannot refresh'],
      },
      {
        says: 'The token issuer makes tokens that a verifier accepts or refuses.',
        provenBy: [
          'createTestProvider accessToken: a verifier accepts it, and refuses an expired one and another audience',
        ],
      },
      {
        says: 'signWebhook signs status and payment events, at any time.',
        serves: ['testing:signWebhook'],
        provenBy: [
          'signWebhook: a status event verifies by both header families, and not with another key',
          'signWebhook: a payment event verifies as payment',
          'signWebhook: the time of the delivery can be set',
        ],
      },
      {
        says: 'MockSsoProvider provides a subject, follows changes and signs out.',
        serves: ['testing:MockSsoProvider'],
        provenBy: [
          'MockSsoProvider: provides the subject with its claims, follows changes, and signs out',
          'MockSsoProvider: without a subject the components sign in at the given test provider',
        ],
      },
    ],
  },
  {
    section: 'SDK / Packaging',
    serves: ['sso-client:SsoClient'],
    rows: [
      {
        says: 'ESM and CommonJS: require works for every entry on every installed Node.',
        provenBy: [
          'SDK package: CommonJS requires every entry with Node 20, 22 and 24, also where require loads no ES modules',
          'SDK package: a program runs with Node 20, 22 and 24',
        ],
      },
      {
        says: 'Jest runs tests of an application.',
        provenBy: ['docs/examples: Jest runs the tests of the Express API on Node %s'],
      },
      {
        says: 'TypeScript resolves it by node16 and node10.',
        provenBy: [
          'SDK package: TypeScript compiles a CommonJS program with the resolution node10, and reports a wrong type',
        ],
      },
      {
        says: 'publint and attw are clean.',
        provenBy: ['SDK package: publint reports nothing', 'SDK package: are-the-types-wrong reports nothing'],
      },
      {
        says: 'Source maps, repository and changelog are in the tarball.',
        provenBy: [
          'SDK package: has repository and changelog, is at most 2.5 MB unpacked, and has no source maps',
          'SDK package: contains no path of the build machine, and Node modules only in node/',
        ],
      },
      {
        says: 'The peer dependency React is optional: a server that imports webhooks needs no React.',
        serves: ['webhooks:verifyWebhook', 'sso-react:SsoProvider'],
        provenBy: [
          'SDK package: has no dependency except React as optional peer',
          'SDK package: a server without the types of React and browsers checks a program and every entry for servers strictly',
        ],
      },
      {
        says: 'A name appears in several entries only as the same declaration and the same class.',
        provenBy: [
          'SDK package: a class or function that several entries export is one value, in ES modules and CommonJS',
          'SDK package: an entry is one file on every platform, so that a page rendered on a server has one React context',
        ],
      },
      {
        says: 'Exactly the React entries are client components.',
        serves: ['sso-react:SsoProvider', 'miniapp-react:BridgeProvider'],
        provenBy: ['SDK package: exactly the React entries begin with "use client"'],
      },
      {
        says: 'sso-client is at most 17 kB and the bridge at most 4 kB, minified and compressed.',
        serves: ['sso-client:SsoClient', 'miniapp-bridge:createBridge'],
        provenBy: ['SDK package: sso-client is at most 17 kB and bridge at most 4 kB, minified and compressed'],
      },
      {
        says: 'Everything tree-shakes.',
        provenBy: ['SDK package: a bundle contains Ed25519 only when it imports verification'],
      },
      {
        says: 'Both builds verify and reject what the sources do.',
        serves: ['webhooks:verifyWebhook', 'dpop:createRequestVerifier'],
        provenBy: [
          'SDK build: verifies the published webhook vectors',
          'SDK build: rejects every defect of a DPoP request with its code',
          'SDK build: accepts a proof that it created with a new key',
          'SDK build: accepts a request that it signed, and rejects another body',
        ],
      },
      {
        says: 'A Vite and React project bundles it.',
        serves: ['sso-react:SsoProvider'],
        provenBy: ['SDK package: a Vite and React project bundles it without Node modules and unused code'],
      },
    ],
  },
  {
    section: 'SDK / Pages',
    serves: ['sso-client:SsoClient'],
    rows: [
      {
        says: 'Every entry has a page, and every example compiles against the packed package.',
        provenBy: [
          'SDK documentation: every entry has a page with an example',
          'SDK documentation: every example in pages and comments compiles against the package',
        ],
      },
      {
        says: 'A Vite React app, an Express API and a Next app are installed from the tarball, built and driven in Chromium.',
        serves: ['sso-react:SsoProvider', 'access-token:expressAccessToken', 'access-token:nextAccessToken'],
        provenBy: [
          'React $react and Express $express',
          'docs/examples: a user of the Next.js page signs in and writes a note through its route handler',
          'docs/examples: the route handler of Next.js refuses no token and the token of another application',
        ],
      },
    ],
  },
];
