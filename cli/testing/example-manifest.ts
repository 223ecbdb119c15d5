/** An operation with most manifest members and a description that contains markup. */
export const exampleOperation = {
  name: 'voteOnPost',
  description: 'Vote *now*\n# not a heading [x](y)',
  method: 'POST',
  path: '/posts/{id}/vote',
  inputSchema: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'Id of the post.', maxLength: 40 },
      value: { type: 'integer', enum: [-1, 0, 1] },
      tags: { type: 'array', items: 'string' },
    },
    required: ['id', 'value'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
};
const searchOperation = {
  name: 'search',
  description: 'Search',
  method: 'GET',
  path: '/search',
  auth: 'none',
  inputSchema: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
};
/** Creates a valid manifest for a service at a base URL. */
export const manifestAt = (base: string) => ({
  version: 2,
  service: { name: 'Forum', url: base },
  auth: { header: 'Authorization', scheme: 'DPoP' },
  api: { base, specUrl: `${base}/openapi.json`, operations: [exampleOperation, searchOperation] },
});
