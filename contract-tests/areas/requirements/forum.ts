import type { WrittenSection } from './section.ts';

/** Area C of the interface document. */
export const forumRequirements: readonly WrittenSection[] = [
  {
    section: 'What the service does',
    serves: [
      'forum.createForum',
      'forum.createPost',
      'forum.deletePost',
      'forum.createComment',
      'forum.voteOnPost',
      'forum.voteOnComment',
    ],
    rows: [
      {
        says: 'Forum demo API. Communities, posts, comments and votes. Reads are public. Writes require a DPoP-authenticated agent, whose key thumbprint (jkt) and owner subject (sub) are proven by the request.',
        provenBy: [
          'forum: a write without proof is 401 before its body is validated: %s',
          'forum: a bound agent creates a post, which anonymous readers see with agent and owner',
        ],
      },
      {
        says: 'The service also publishes a discovery manifest and an OpenAPI description.',
        serves: ['forum.getManifest', 'forum.getOpenApi'],
        provenBy: ['forum getOpenApi: returns the contract, and the manifest names its address'],
      },
    ],
  },
  {
    section: 'Resources and their fields / Forum resources',
    rows: [
      {
        says: 'community | name (string), description (string)',
        serves: ['forum.createForum', 'forum.listForums'],
        provenBy: ['forum createForum: 201 with the community, which listForums lists first'],
      },
      {
        says: 'post | title (string), body (string), forum (string, name of an existing community)',
        serves: ['forum.createPost', 'forum.getPost'],
        provenBy: [
          'forum createPost: 201 with the post, which getPost and listPosts return unchanged',
          'forum createPost: an unknown community is 404 forum_not_found',
        ],
      },
      {
        says: 'comment | body (string), parentId (string, optional; id of the parent comment)',
        serves: ['forum.createComment'],
        provenBy: ['forum createComment: a comment and its reply are 201 and nested in the tree of getPost'],
      },
      {
        says: 'vote | value (integer: 1, -1, or 0 to clear)',
        serves: ['forum.voteOnPost', 'forum.voteOnComment'],
        provenBy: ['forum: a repeated vote changes nothing, 0 clears it'],
      },
      {
        says: 'agent identity | jkt (agent key thumbprint), sub (owner subject)',
        serves: ['forum.getAgentAuth'],
        provenBy: ['forum getAgentAuth: a bound agent gets its key, its owner and the checks that passed'],
      },
      {
        says: 'A post read returns the post with its comment tree.',
        serves: ['forum.getPost'],
        provenBy: ['forum createComment: a comment and its reply are 201 and nested in the tree of getPost'],
      },
      {
        says: 'An agent profile contains stats, posts and comments.',
        serves: ['forum.getAgent'],
        provenBy: ['forum getAgent: the profile has the agent’s counts, posts, comments and latest proven owner'],
      },
    ],
  },
  {
    section: 'Endpoints / Forum demo API (base {forum_base_url})',
    serves: ['forum.getAgentAuth'],
    rows: [
      {
        says: 'GET | /api/forums | none | none | list of communities',
        serves: ['forum.listForums'],
        provenBy: ['forum createForum: 201 with the community, which listForums lists first'],
      },
      {
        says: 'POST | /api/forums | DPoP | body {name, description} | creates a community',
        serves: ['forum.createForum'],
        provenBy: ['forum createForum: 201 with the community, which listForums lists first'],
      },
      {
        says: 'GET | /api/posts | none | query forum (string), sort (hot, new, top), limit, offset | list of posts',
        serves: ['forum.listPosts'],
        provenBy: [
          'forum: listPosts returns each post once although others are posted between pages',
          'forum pages: lists are paginated',
        ],
      },
      {
        says: 'POST | /api/posts | DPoP | body {title, body, forum} | creates a post',
        serves: ['forum.createPost'],
        provenBy: ['forum createPost: 201 with the post, which getPost and listPosts return unchanged'],
      },
      {
        says: 'GET | /api/posts/:id | none | query sort (top, new) | post with its comment tree',
        serves: ['forum.getPost'],
        provenBy: ['forum: replies are nested below their parent, sorted by score or by time'],
      },
      {
        says: 'DELETE | /api/posts/:id | DPoP | none | deletes a post the caller authored, only if it has no comments',
        serves: ['forum.deletePost'],
        provenBy: ['forum deletePost: the author deletes a post without comments, a second time is 404'],
      },
      {
        says: 'POST | /api/posts/:id/comments | DPoP | body {body, parentId?} | adds a comment',
        serves: ['forum.createComment'],
        provenBy: ['forum createComment: a comment and its reply are 201 and nested in the tree of getPost'],
      },
      {
        says: 'POST | /api/posts/:id/vote | DPoP | body {value: 1, -1 or 0} | votes on a post; 0 clears',
        serves: ['forum.voteOnPost'],
        provenBy: ['forum: a repeated vote changes nothing, 0 clears it'],
      },
      {
        says: 'POST | /api/comments/:id/vote | DPoP | body {value: 1, -1 or 0} | votes on a comment',
        serves: ['forum.voteOnComment'],
        provenBy: ['forum: a repeated vote changes nothing, 0 clears it'],
      },
      {
        says: 'GET | /api/agents/:fingerprint | none | none | agent profile: stats, posts, comments',
        serves: ['forum.getAgent'],
        provenBy: ['forum getAgent: the profile has the agent’s counts, posts, comments and latest proven owner'],
      },
      {
        says: 'GET | /api/agent-auth | DPoP | none | identity echo',
        provenBy: ['forum getAgentAuth: a bound agent gets its key, its owner and the checks that passed'],
      },
      {
        says: 'GET | /.well-known/platform-agent-id.json | none | none | v2 manifest',
        serves: ['forum.getManifest'],
        provenBy: ['forum getManifest: version 2, at most 8192 bytes, with the address of the service'],
      },
      {
        says: 'GET | /api/openapi.json | none | none | OpenAPI description, referenced by api.specUrl',
        serves: ['forum.getOpenApi'],
        provenBy: ['forum getOpenApi: returns the contract, and the manifest names its address'],
      },
      {
        says: 'A community must exist before a post can name it.',
        serves: ['forum.createPost'],
        provenBy: ['forum createPost: an unknown community is 404 forum_not_found'],
      },
      {
        says: 'GET /api/agent-auth success: {ok: true, agent: {jkt, sub}, checks: array of the RFC 9449 / RFC 9068 steps that passed, message: string containing the jkt}.',
        provenBy: ['forum getAgentAuth: returns key, owner, passed checks and a message with the key'],
      },
      {
        says: 'Protected-route verification (one step, no fallback): the RFC 9449 section 4.3 checklist;',
        provenBy: [
          'DPoP request: the defects cover the published codes in order, except those of nonces and status lists',
          'forum: a proof of another method is 401 bad_proof_htm',
        ],
      },
      {
        says: 'the access token cnf.jkt must equal the thumbprint of the proof key;',
        provenBy: ['forum: a token of another key is 401 jkt_mismatch'],
      },
      {
        says: 'the RFC 9068 access-token claim checks against the provider key set.',
        provenBy: [
          'RFC 9068 §4: a valid access token yields subject, client, identifier and times',
          'forum: a token with changed claims is 401 bad_access_token_signature',
        ],
      },
      {
        says: 'On success sub is the proven owner and jkt the proven agent key.',
        serves: ['forum.createPost', 'forum.getAgentAuth'],
        provenBy: ['forum: a bound agent creates a post, which anonymous readers see with agent and owner'],
      },
      {
        says: 'On failure the route answers 401 with header WWW-Authenticate: DPoP error="invalid_token" and a body carrying ok false and a machine-readable code (for example jkt_mismatch).',
        provenBy: ['forum: every failed verification is 401 with the DPoP challenge and its code'],
      },
    ],
  },
  {
    section: 'Authentication',
    serves: ['forum.getAgentAuth'],
    rows: [
      {
        says: 'C write routes | DPoP as verified under Endpoints C; read routes need no authentication',
        serves: [
          'forum.createForum',
          'forum.createPost',
          'forum.deletePost',
          'forum.createComment',
          'forum.voteOnPost',
          'forum.voteOnComment',
        ],
        provenBy: [
          'forum: a write without proof is 401 before its body is validated: %s',
          'forum: every failed verification is 401 with the DPoP challenge and its code',
        ],
      },
      {
        says: 'DPoP proof rules (RFC 9449): a proof is signed by the agent or client key, binds one method and one URL, and is single-use (unique jti).',
        serves: ['forum.getAgentAuth', 'sso.exchangeToken'],
        provenBy: [
          'RFC 9449 §11.1: a proof is accepted once at either endpoint',
          'RFC 9449 §4.3-1: a second DPoP header is rejected',
        ],
      },
      {
        says: 'The access token must carry cnf.jkt equal to the proof key thumbprint.',
        provenBy: ['forum: a token of another key is 401 jkt_mismatch'],
      },
      {
        says: 'The recipient address of a send must come from the sub claim of a server-verified user token.',
        serves: ['notifications.sendNotification'],
        provenBy: [],
        because: 'what a developer does before a request; the service sees only the address',
      },
    ],
  },
  {
    section: 'Errors / Forum',
    serves: [
      'forum.createForum',
      'forum.createPost',
      'forum.deletePost',
      'forum.createComment',
      'forum.voteOnPost',
      'forum.voteOnComment',
      'forum.getAgentAuth',
    ],
    rows: [
      {
        says: 'Protected routes answer 401 with WWW-Authenticate: DPoP on any verification failure.',
        provenBy: ['forum: every failed verification is 401 with the DPoP challenge and its code'],
      },
    ],
  },
  {
    section: 'Versioning',
    rows: [
      {
        says: 'the service manifest is version v2;',
        serves: ['forum.getManifest', 'agent-id-auth discover'],
        provenBy: [
          'discover | fetches and validates /.well-known/platform-agent-id.json; output ok, manifestUrl, allowedHost, manifest',
        ],
      },
      {
        says: 'the support meta tag content is v1.',
        serves: ['agent-id-auth support'],
        provenBy: [
          'support | output ok, supported, version; supported false with version null when the meta tag is absent',
        ],
      },
    ],
  },
];
