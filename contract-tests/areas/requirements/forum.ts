import type { WrittenSection } from './section.ts';

/** Area C of the interface document. */
export const forumRequirements: readonly WrittenSection[] = [
  {
    section: 'What the service does',
    rows: [
      {
        says: 'Forum demo API. Communities, posts, comments and votes. Reads are public. Writes require a DPoP-authenticated agent, whose key thumbprint (jkt) and owner subject (sub) are proven by the request.',
        provenBy: [
          'every write needs a proof, before anything else is looked at',
          'an agent bound to its owner writes a post, and anybody reads it back with both identities',
        ],
      },
      {
        says: 'The service also publishes a discovery manifest and an OpenAPI description.',
        provenBy: ['the forum serves its own contract, and the manifest points to it'],
      },
    ],
  },
  {
    section: 'Resources and their fields / Forum resources',
    rows: [
      {
        says: 'community | name (string), description (string)',
        provenBy: ['a community: 201 with its record, listed newest first'],
      },
      {
        says: 'post | title (string), body (string), forum (string, name of an existing community)',
        provenBy: [
          'a post: 201 with its record, read back the same',
          'forum pages: an unknown community is answered with an HTML page',
        ],
      },
      {
        says: 'comment | body (string), parentId (string, optional; id of the parent comment)',
        provenBy: ['a comment and a reply to it: 201, and they stand in the tree'],
      },
      {
        says: 'vote | value (integer: 1, -1, or 0 to clear)',
        provenBy: ['a vote sets the value: repeated it changes nothing, 0 clears it'],
      },
      {
        says: 'agent identity | jkt (agent key thumbprint), sub (owner subject)',
        provenBy: ['agent-auth names the agent, its owner and the checks that passed'],
      },
      {
        says: 'A post read returns the post with its comment tree.',
        provenBy: ['a comment and a reply to it: 201, and they stand in the tree'],
      },
      {
        says: 'An agent profile contains stats, posts and comments.',
        provenBy: ['an agent has a profile with what it did, and with the owner proven last'],
      },
    ],
  },
  {
    section: 'Endpoints / Forum demo API (base {forum_base_url})',
    rows: [
      {
        says: 'GET | /api/forums | none | none | list of communities',
        provenBy: ['a community: 201 with its record, listed newest first'],
      },
      {
        says: 'POST | /api/forums | DPoP | body {name, description} | creates a community',
        provenBy: ['a community: 201 with its record, listed newest first'],
      },
      {
        says: 'GET | /api/posts | none | query forum (string), sort (hot, new, top), limit, offset | list of posts',
        provenBy: [
          'forum: listPosts returns each post once although others are posted between pages',
          'forum pages: lists are paginated',
        ],
      },
      {
        says: 'POST | /api/posts | DPoP | body {title, body, forum} | creates a post',
        provenBy: ['a post: 201 with its record, read back the same'],
      },
      {
        says: 'GET | /api/posts/:id | none | query sort (top, new) | post with its comment tree',
        provenBy: ['forum: replies are nested below their parent, sorted by score or by time'],
      },
      {
        says: 'DELETE | /api/posts/:id | DPoP | none | deletes a post the caller authored, only if it has no comments',
        provenBy: ['an own post without comments can be deleted, once'],
      },
      {
        says: 'POST | /api/posts/:id/comments | DPoP | body {body, parentId?} | adds a comment',
        provenBy: ['a comment and a reply to it: 201, and they stand in the tree'],
      },
      {
        says: 'POST | /api/posts/:id/vote | DPoP | body {value: 1, -1 or 0} | votes on a post; 0 clears',
        provenBy: ['a vote sets the value: repeated it changes nothing, 0 clears it'],
      },
      {
        says: 'POST | /api/comments/:id/vote | DPoP | body {value: 1, -1 or 0} | votes on a comment',
        provenBy: ['a vote sets the value: repeated it changes nothing, 0 clears it'],
      },
      {
        says: 'GET | /api/agents/:fingerprint | none | none | agent profile: stats, posts, comments',
        provenBy: ['an agent has a profile with what it did, and with the owner proven last'],
      },
      {
        says: 'GET | /api/agent-auth | DPoP | none | identity echo',
        provenBy: ['agent-auth names the agent, its owner and the checks that passed'],
      },
      {
        says: 'GET | /.well-known/platform-agent-id.json | none | none | v2 manifest',
        provenBy: ['the manifest is version 2, at most 8192 bytes, and names the address at which it was read'],
      },
      {
        says: 'GET | /api/openapi.json | none | none | OpenAPI description, referenced by api.specUrl',
        provenBy: ['the forum serves its own contract, and the manifest points to it'],
      },
      {
        says: 'A community must exist before a post can name it.',
        provenBy: ['forum pages: an unknown community is answered with an HTML page'],
      },
      {
        says: 'GET /api/agent-auth success: {ok: true, agent: {jkt, sub}, checks: array of the RFC 9449 / RFC 9068 steps that passed, message: string containing the jkt}.',
        provenBy: [
          'interface document, area C: the echo names key, owner and the checks that passed, and the whole key for people',
        ],
      },
      {
        says: 'Protected-route verification (one step, no fallback): the RFC 9449 section 4.3 checklist;',
        provenBy: [
          'DPoP request: the defects cover the published codes in order, except use_dpop_nonce',
          'bad_proof_htm',
        ],
      },
      {
        says: 'the access token cnf.jkt must equal the thumbprint of the proof key;',
        provenBy: ['jkt_mismatch: somebody else’s token'],
      },
      {
        says: 'the RFC 9068 access-token claim checks against the provider key set.',
        provenBy: [
          'RFC 9068 §4: a valid access token yields subject, client, identifier and times',
          'a tampered token: 401 bad_access_token_signature',
        ],
      },
      {
        says: 'On success sub is the proven owner and jkt the proven agent key.',
        provenBy: ['an agent bound to its owner writes a post, and anybody reads it back with both identities'],
      },
      {
        says: 'On failure the route answers 401 with header WWW-Authenticate: DPoP error="invalid_token" and a body carrying ok false and a machine-readable code (for example jkt_mismatch).',
        provenBy: ['interface document, area C: every refusal is 401 with the challenge and a code'],
      },
    ],
  },
  {
    section: 'Authentication',
    rows: [
      {
        says: 'C write routes | DPoP as verified under Endpoints C; read routes need no authentication',
        provenBy: [
          'every write needs a proof, before anything else is looked at',
          'interface document, area C: every refusal is 401 with the challenge and a code',
        ],
      },
      {
        says: 'DPoP proof rules (RFC 9449): a proof is signed by the agent or client key, binds one method and one URL, and is single-use (unique jti).',
        provenBy: [
          'RFC 9449 §11.1: a proof is accepted once at either endpoint',
          'RFC 9449 §4.3-1: a second DPoP header is rejected',
        ],
      },
      {
        says: 'The access token must carry cnf.jkt equal to the proof key thumbprint.',
        provenBy: ['jkt_mismatch: somebody else’s token'],
      },
      {
        says: 'The recipient address of a send must come from the sub claim of a server-verified user token.',
        provenBy: [],
        because: 'what a developer does before a request; the service sees only the address',
      },
    ],
  },
  {
    section: 'Errors / Forum',
    rows: [
      {
        says: 'Protected routes answer 401 with WWW-Authenticate: DPoP on any verification failure.',
        provenBy: ['interface document, area C: every refusal is 401 with the challenge and a code'],
      },
    ],
  },
  {
    section: 'Versioning',
    rows: [
      {
        says: 'the service manifest is version v2;',
        provenBy: [
          'discover | fetches and validates /.well-known/platform-agent-id.json; output ok, manifestUrl, allowedHost, manifest',
        ],
      },
      {
        says: 'the support meta tag content is v1.',
        provenBy: [
          'support | output ok, supported, version; supported false with version null when the meta tag is absent',
        ],
      },
    ],
  },
];
