import type { WrittenSection } from './section.ts';

/** What a developer relies on when agents sign requests. */
export const sdkHttpSignatureRequirements: readonly WrittenSection[] = [
  {
    section: 'SDK / HTTP signatures',
    serves: ['http-signatures:createSignatureVerifier'],
    rows: [
      {
        says: 'A request signed in either form is accepted.',
        serves: ['http-signatures:signRequest', 'http-signatures:createSignatureVerifier'],
        provenBy: [
          'Web Bot Auth: a request signed in the form %s is accepted',
          'signRequest: keeps method, URL and headers, and replaces an earlier signature',
        ],
      },
      {
        says: 'An altered request is rejected with a code.',
        provenBy: [
          'RFC 9421: a request %s is rejected as %s',
          'RFC 9421: a signature by another key than the one of the directory is forged',
        ],
      },
      {
        says: 'A nonce counts once, until its signature expires.',
        provenBy: [
          'RFC 9421: a nonce is accepted once, also for concurrent requests',
          'RFC 9421: a nonce is stored with its key until the signature expires',
        ],
      },
      {
        says: 'A signature has to be current.',
        provenBy: ['RFC 9421: a signature created at %i is rejected at 1767225600 as %s'],
      },
      {
        says: 'Every component that identifies the request is covered, once.',
        provenBy: [
          'RFC 9421: the signature must cover every component that identifies the request',
          'RFC 9421: a parameter does not make a component count as covered',
          'RFC 9421 §2: a component that is covered twice is malformed',
          'RFC 9421: further derived components and fields may be covered',
        ],
      },
      {
        says: 'Only directories of the provider are read, and only their own agents.',
        provenBy: [
          'Web Bot Auth: the directory of an agent at %s is not trusted and never read',
          'Web Bot Auth: an agent cannot name the directory of another agent',
        ],
      },
      {
        says: 'A directory is cached within its max-age and never used unsigned or expired.',
        provenBy: [
          'Web Bot Auth: a directory is cached as long as its max-age, and requests at the same time read it once',
          'Web Bot Auth: a directory %s is not used',
          'Web Bot Auth: a directory whose signature has expired is not used, nor cached beyond its expiry',
        ],
      },
      {
        says: 'A revoked agent is rejected within 5 seconds.',
        provenBy: ['Web Bot Auth: an agent that is revoked has no directory and is rejected within 5 seconds'],
      },
      {
        says: 'An unreachable directory or replay store is 503.',
        provenBy: [
          'Web Bot Auth: a directory that does not respond within 5 seconds is 503',
          'Web Bot Auth: a request whose directory responds %i gets 503, and the directory is fetched again',
          'SDK: a replay store that fails is 503 unavailable',
        ],
      },
      {
        says: 'A parsed body and a relative URL are named as mistakes.',
        provenBy: ['SDK: a parsed body, a relative URL and unusable options are TypeErrors'],
      },
      {
        says: 'Content above the limit is 413.',
        provenBy: ['SDK: content above maxContentLength is 413, and the content of the limit is accepted'],
      },
    ],
  },
];
