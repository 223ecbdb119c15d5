import { Ajv2020 } from 'ajv/dist/2020.js';
import { followReference, nodeOf, type Rule, type RuleContext, type SpecNode, isNode } from './rule.ts';
import extensions from '../../specs/shared/extensions.json' with { type: 'json' };

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
  'pause',
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
    const isBound = 'dpop' in requirement || 'approval' in requirement;
    if (isBound !== 'dpopProof' in requirement)
      report({ message: 'DPoP is two headers in one requirement: { dpop: [], dpopProof: [] }.' });
  },
});

const ajv = new Ajv2020();
const checks = {
  'x-effects': ajv.compile(extensions.$defs['x-effects']),
  'x-confirmation': ajv.compile(extensions.$defs['x-confirmation']),
};

/**
 * An operation that changes something says what (`x-effects`). Whether a person has to confirm it follows from that:
 * every effect needs `x-confirmation`, and `console` a ceremony for that action. An operation that only accepts callers
 * without credentials has nobody who could confirm.
 */
export const declaredEffects: Rule = () => ({
  Operation(operation: SpecNode, { key, location, report }: RuleContext) {
    if (location.pointer.startsWith('#/webhooks')) return;
    const at = (name: string) => location.child(name);
    for (const [name, check] of Object.entries(checks))
      if (name in operation && !check(operation[name]))
        report({ message: `${name}: ${ajv.errorsText(check.errors, { dataVar: '' })}.`, location: at(name) });

    const { 'x-effects': effects, 'x-confirmation': confirmation, security, operationId } = operation;
    if (key === 'get') {
      if (effects !== undefined) report({ message: 'A GET has no effects.', location: at('x-effects') });
      return;
    }
    if (!Array.isArray(effects)) {
      report({ message: `${String(operationId)} declares its x-effects.` });
      return;
    }
    const authenticated = Array.isArray(security) && security.some((one) => Object.keys(nodeOf(one)).length > 0);
    const needed = authenticated && !effects.includes('none');
    if (needed && confirmation === undefined)
      report({ message: `The effects ${effects.join(', ')} need x-confirmation.`, location: at('x-effects') });
    if (!needed && confirmation !== undefined)
      report({ message: 'Nothing here has to be confirmed: remove x-confirmation.', location: at('x-confirmation') });
    if (needed && effects.includes('console') && !('action' in nodeOf(confirmation)))
      report({ message: 'The effect console needs a ceremony for its action.', location: at('x-confirmation') });
    if (confirmation !== undefined && !('401' in nodeOf(operation['responses'])))
      report({ message: 'An operation with x-confirmation documents 401.', location: at('responses') });
  },
});

const isPolicy = new Ajv2020().compile(extensions.$defs['x-cors']);
const methods = ['get', 'put', 'post', 'delete', 'patch'];

/**
 * An operation says which origins may read its response (`x-cors`). Those of one path say the same, because a preflight
 * request (Fetch §3.2) asks for a path.
 */
export const declaredCors: Rule = () => ({
  PathItem(item: SpecNode, { location, report }: RuleContext) {
    if (location.pointer.startsWith('#/webhooks')) return;
    const policies = methods.flatMap((method) => {
      const operation = item[method];
      if (!isNode(operation)) return [];
      const policy = operation['x-cors'];
      if (!isPolicy(policy))
        report({
          message: `${String(operation['operationId'])} declares its x-cors: ${extensions.$defs['x-cors'].enum.join(', ')}.`,
          location: location.child(method),
        });
      return [policy];
    });
    if (new Set(policies).size > 1) report({ message: 'All operations of a path have the same x-cors.' });
  },
});
