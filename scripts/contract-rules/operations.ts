import { type SpecNode, nodeOf, followReference, type Rule, type RuleContext } from './rule.ts';

/** One word for one act, in every contract. */
const verbs = ['list', 'get', 'create', 'update', 'set', 'delete', 'revoke', 'rotate', 'enable', 'disable'];
/** Acts that the standard verbs do not name. */
const furtherVerbs = [
  'adopt',
  'authorize',
  'poll',
  'exchange',
  'introspect',
  'decide',
  'vote',
  'receive',
  'send',
  'deliver',
  'redeliver',
  'recover',
  'restore',
  'announce',
  'activate',
  'test',
  'suspend',
  'resume',
  'resolve',
  'request',
  'report',
  'stream',
];

export const operationVerbs: Rule = () => ({
  Operation({ operationId }: SpecNode, { location, report }: RuleContext) {
    const verb = /^[a-z]+/.exec(String(operationId))?.[0] ?? '';
    if (![...verbs, ...furtherVerbs].includes(verb))
      report({
        message: `${String(operationId)} begins with none of ${verbs.join(', ')}. A new verb goes into operations.ts.`,
        location: location.child('operationId'),
      });
  },
});

/** An SDK makes one class of a tag; webhooks in the class of paths replace its operations. */
export const webhookTag: Rule = () => ({
  Operation({ tags }: SpecNode, { location, report }: RuleContext) {
    const isWebhook = location.pointer.startsWith('#/webhooks');
    const hasTag = [tags].flat().includes('webhooks');
    if (isWebhook && (!hasTag || [tags].flat().length !== 1))
      report({ message: 'A webhook has the tag webhooks and no other.', location: location.child('tags') });
    if (!isWebhook && hasTag)
      report({ message: 'The tag webhooks is for webhooks alone.', location: location.child('tags') });
  },
});

/** A list that can grow is read page by page. */
export const pagedLists: Rule = () => ({
  Operation(operation: SpecNode, context: RuleContext) {
    const { operationId, parameters, responses } = operation;
    if (!String(operationId).startsWith('list')) return;
    const names = (Array.isArray(parameters) ? parameters : []).map((parameter, index) =>
      String(followReference(parameter, context.location.child(['parameters', String(index)]), context).node['name']),
    );
    for (const name of ['limit', 'cursor'])
      if (!names.includes(name)) context.report({ message: `${String(operationId)} accepts ${name}.` });
    const page = followReference(nodeOf(responses)['200'], context.location.child(['responses', '200']), context);
    const media = nodeOf(nodeOf(page.node['content'])['application/json']);
    const schema = followReference(
      media['schema'],
      page.location.child(['content', 'application/json', 'schema']),
      context,
    );
    const members = nodeOf(schema.node['properties']);
    if (!('nextCursor' in members) && !('hasMore' in members))
      context.report({ message: `${String(operationId)} returns nextCursor or hasMore.` });
  },
});

/** Generated SDKs send what they know: bearer, basic and apiKey. */
export const knownSecurity: Rule = () => ({
  SecurityScheme({ type, scheme }: SpecNode, { report }: RuleContext) {
    if (type === 'http' && scheme !== 'bearer' && scheme !== 'basic')
      report({
        message: `SDKs do not send the http scheme ${String(scheme)}: declare an apiKey in the Authorization header.`,
      });
  },
  SecurityRequirement(requirement: SpecNode, { report }: RuleContext) {
    if ('dpop' in requirement !== 'dpopProof' in requirement)
      report({ message: 'DPoP is two headers in one requirement: { dpop: [], dpopProof: [] }.' });
  },
});
