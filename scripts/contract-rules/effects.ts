import { Ajv2020 } from 'ajv/dist/2020.js';
import extensions from '../../specs/shared/extensions.json' with { type: 'json' };
import { nodeOf, type Rule, type RuleContext, type SpecNode } from './rule.ts';

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
