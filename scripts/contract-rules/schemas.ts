import {
  componentName,
  nodeOf,
  type Rule,
  type RuleContext,
  schemaName,
  type SpecNode,
  eachSchema,
  isNode,
  followReference,
} from './rule.ts';

/** An object or a list of values that is not a component gets an invented name, or none, in a generated SDK. */
export const namedSchemas: Rule = () => ({
  Schema(schema: SpecNode, { location, report }: RuleContext) {
    if (schemaName(location) !== undefined) return;
    if ('properties' in schema) report({ message: 'An object is a named schema: move it to components.schemas.' });
    if ('enum' in schema) report({ message: 'A list of values is a named schema: move it to components.schemas.' });
  },
});

/** Without a format, generators choose 32 bits or a floating-point number. */
export const integerFormats: Rule = () => ({
  Schema({ type, format }: SpecNode, { report }: RuleContext) {
    if ([type].flat().includes('integer') && format !== 'int32' && format !== 'int64')
      report({ message: 'An integer has format: int32 or int64.' });
  },
});

/** Java and Rust generators write an enum of one boolean, which does not compile. */
export const noBooleanConst: Rule = () => ({
  Schema(schema: SpecNode, { report }: RuleContext) {
    if (schema['type'] === 'boolean' && ('const' in schema || 'enum' in schema))
      report({ message: 'A boolean has no const and no enum: say in the description when it is always the same.' });
  },
});

/** Typed languages have no value of several types; null is the exception that generators know. */
export const noTypeUnion: Rule = () => ({
  Schema({ type }: SpecNode, { report }: RuleContext) {
    if (Array.isArray(type) && type.filter((one) => one !== 'null').length !== 1)
      report({ message: `The types ${type.join(', ')} cannot be one value: use a oneOf of named types, or one type.` });
  },
});

/** Go models reject null where they require the members of an object; a member that may be missing is optional. */
export const noNullableObject: Rule = () => ({
  Schema({ type }: SpecNode, { report }: RuleContext) {
    if (Array.isArray(type) && type.includes('object') && type.includes('null'))
      report({ message: 'An object is never null: leave the member out of `required` where it may be missing.' });
  },
});

/** Python models read these formats as objects, on which the check of a pattern fails. */
const parsedFormats = new Set(['uuid', 'date', 'date-time']);

export const patternOrFormat: Rule = () => ({
  Schema({ format, pattern }: SpecNode, { report }: RuleContext) {
    if (typeof pattern === 'string' && typeof format === 'string' && parsedFormats.has(format))
      report({ message: `A string has a pattern or format ${format}, not both: Python models reject every value.` });
  },
});

/** Readers choose the branch by one member, and errors name the violations of that branch alone. */
export const oneOfDiscriminator: Rule = () => ({
  Schema(schema: SpecNode, { report }: RuleContext) {
    if (('oneOf' in schema || 'anyOf' in schema) && !('discriminator' in schema))
      report({ message: 'A oneOf has a discriminator with a mapping.' });
  },
});

/** Go declares the values of all enums in one scope. */
export const uniqueEnumNames: Rule = () => {
  const declared = new Map<string, string>();
  return {
    Schema(schema: SpecNode, { location, report }: RuleContext) {
      const values = schema['enum'];
      const owner = schemaName(location);
      if (!Array.isArray(values) || owner === undefined || declared.has(`enum ${owner}`)) return;
      declared.set(`enum ${owner}`, owner);
      const names = schema['x-enum-varnames'];
      if (names !== undefined && (!Array.isArray(names) || names.length !== values.length))
        report({ message: 'x-enum-varnames has one name for each value.' });
      for (const name of Array.isArray(names) ? names : values) {
        const constant = String(name)
          .replace(/[^A-Za-z0-9]/g, '')
          .toLowerCase();
        const other = declared.get(constant);
        if (other !== undefined)
          report({ message: `${String(name)} is a value of ${other} too: give both x-enum-varnames.` });
        declared.set(constant, owner);
      }
    },
  };
};

/** Without a type, typed languages read a constant as any value. */
export const typedConst: Rule = () => ({
  Schema(schema: SpecNode, { report }: RuleContext) {
    if ('const' in schema && !('type' in schema)) report({ message: 'A const has the type of its value beside it.' });
  },
});

/** A generator that renames the values of an enum looks for the default among the new names; beside a $ref it does not. */
export const noDefaultOfNames: Rule = () => ({
  Schema(schema: SpecNode, { report }: RuleContext) {
    if ('default' in schema && 'x-enum-varnames' in schema)
      report({ message: 'A default stands where the enum is used, not beside x-enum-varnames.' });
  },
});

/** Classes that generators write themselves, in one file with the models. */
const generatorClasses = new Set(
  ['ApiClient', 'ApiException', 'ApiResponse', 'Configuration', 'RequestConfig', 'ResponseType', 'ServerVariable'].map(
    (name) => name.toLowerCase(),
  ),
);

/**
 * Names as one casing: Go, Kotlin and PHP write `device` and `Device` alike. Security schemes become classes too.
 */
export const generatorNames: Rule = () => {
  const schemes = new Map<string, string>();
  return {
    Root({ components }: SpecNode) {
      for (const name of Object.keys(nodeOf(nodeOf(components)['securitySchemes'])))
        schemes.set(name.toLowerCase(), name);
    },
    Schema(_schema: SpecNode, { location, report }: RuleContext) {
      const name = schemaName(location);
      if (name === undefined) return;
      const scheme = schemes.get(name.toLowerCase());
      if (scheme !== undefined) report({ message: `${name} is the security scheme ${scheme} too.` });
      if (generatorClasses.has(name.toLowerCase()))
        report({ message: `${name} is a class that generators write themselves.` });
    },
  };
};

/** A name that a generated constructor has, or that two components share, does not compile. */
export const schemaNames: Rule = () => {
  const sections = new Map<string, string>();
  const named =
    (section: string) =>
    (_component: SpecNode, { location, report }: RuleContext): void => {
      const name = componentName(location, section);
      if (name === undefined) return;
      const other = sections.get(name) ?? section;
      if (other !== section) report({ message: `${name} is the name of one of the ${other} too.` });
      sections.set(name, section);
      if (section === 'schemas' && /^New[A-Z]|^Inline/.test(name))
        report({ message: `${name} may be the name of a generated constructor: name it CreateXRequest or X.` });
    };
  return {
    Schema: named('schemas'),
    Parameter: named('parameters'),
    Response: named('responses'),
    Header: named('headers'),
    RequestBody: named('requestBodies'),
  };
};

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
