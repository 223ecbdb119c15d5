import { Ajv2020 } from 'ajv/dist/2020.js';
import extensions from '../../specs/shared/extensions.json' with { type: 'json' };
import { isNode, type Rule, type RuleContext, type SpecNode } from './rule.ts';

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
