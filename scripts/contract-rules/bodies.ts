import { eachSchema, isNode, type SpecNode, nodeOf, followReference, type Rule, type RuleContext } from './rule.ts';

/** SDKs name a body after its schema; an inline one becomes InlineObject1. */
export const namedBodies: Rule = () => ({
  MediaType({ schema }: SpecNode, { location, report }: RuleContext) {
    if (isNode(schema) && typeof schema['$ref'] !== 'string')
      report({ message: 'A body refers to a named schema.', location: location.child('schema') });
  },
});

const schemasOf = (content: unknown): (readonly [type: string, schema: unknown])[] =>
  Object.entries(nodeOf(content)).map(([type, media]) => [type, nodeOf(media)['schema']]);

/** A new member of a response must break no reader. */
export const openResponses: Rule = () => ({
  Response(response: SpecNode, context: RuleContext) {
    for (const [type, schema] of schemasOf(response['content'])) {
      eachSchema(schema, context.location.child(['content', type, 'schema']), context, (found, location) => {
        if (found['additionalProperties'] === false || found['unevaluatedProperties'] === false)
          context.report({ message: 'The schema of a response is open: leave additionalProperties out.', location });
      });
    }
  },
});

/** A misspelt member of a request is an error. OAuth parameters are ignored instead (RFC 6749 §3.2). */
export const closedRequests: Rule = () => ({
  Operation(operation: SpecNode, context: RuleContext) {
    // The body of a webhook is read like a response, and some bodies reach their handler as bytes.
    if (context.location.pointer.startsWith('#/webhooks') || operation['x-raw-body'] === true) return;
    const body = followReference(operation['requestBody'], context.location.child('requestBody'), context);
    for (const [type, schema] of schemasOf(body.node['content'])) {
      if (type === 'application/x-www-form-urlencoded') continue;
      eachSchema(schema, body.location.child(['content', type, 'schema']), context, (found, location) => {
        if (!('properties' in found) || 'x-open-request' in found) return;
        if (found['additionalProperties'] !== false && found['unevaluatedProperties'] !== false)
          context.report({
            message:
              'The schema of a request is closed: additionalProperties: false, or x-open-request with the reason.',
            location,
          });
      });
    }
  },
});

/** One error schema for each area, with the codes of a response beside it. */
export const areaErrors: Rule = () => ({
  Response(response: SpecNode, { key, location, report }: RuleContext) {
    const schema = nodeOf(nodeOf(nodeOf(response['content'])['application/json'])['schema']);
    const error = /\/(Sso|Forum|Backend|Notifications)Error$/.test(String(schema['$ref']));
    // The protocol prescribes JSON-RPC errors; McpError has the area's error beside them.
    const prescribed = String(schema['$ref']).endsWith('/McpError');
    if (/^[45]\d\d$/.test(String(key)) && 'content' in response && !error && !prescribed)
      report({ message: 'The body of an error is the error schema of the area.' });
    if ('x-error-codes' in response && !error) report({ message: 'x-error-codes belongs to an error of the area.' });
    // The texts of the backend's generic errors name values, so they are not listed.
    if (error && !('x-error-codes' in response) && !String(schema['$ref']).endsWith('/BackendError'))
      report({ message: 'An error lists its codes in x-error-codes.', location });
  },
});

/** Where a caller has to wait, the response says for how long. */
export const declaredRetryAfter: Rule = () => ({
  Operation(operation: SpecNode, context: RuleContext) {
    if (context.location.pointer.startsWith('#/webhooks')) return;
    for (const status of ['429', '503']) {
      const response = nodeOf(operation['responses'])[status];
      if (response === undefined) continue;
      const { node, location } = followReference(response, context.location.child(['responses', status]), context);
      if (!('Retry-After' in nodeOf(node['headers'])))
        context.report({ message: `The response ${status} must declare Retry-After.`, location });
    }
  },
});

/** Generators disagree about bodies, servers and constants in links. */
export const linkParametersOnly: Rule = () => ({
  Link(link: SpecNode, { report }: RuleContext) {
    if ('requestBody' in link || 'server' in link || 'operationRef' in link)
      report({ message: 'A link has operationId, description and parameters, and nothing else.' });
  },
});

/** The Rust generator names the type of a form field that is an enum schema wrongly, so that its SDK does not compile. */
export const formWithoutEnums: Rule = () => ({
  Operation(operation: SpecNode, context: RuleContext) {
    const body = followReference(operation['requestBody'], context.location.child('requestBody'), context);
    for (const [type, schema] of schemasOf(body.node['content'])) {
      if (type !== 'application/x-www-form-urlencoded') continue;
      const form = followReference(schema, body.location.child(['content', type, 'schema']), context);
      for (const [name, property] of Object.entries(nodeOf(form.node['properties']))) {
        const field = followReference(property, form.location.child(['properties', name]), context);
        if ('enum' in field.node)
          context.report({
            message: 'A field of a form is a const, or a pattern with x-pattern-description, and no enum.',
            location: field.location,
          });
      }
    }
  },
});
