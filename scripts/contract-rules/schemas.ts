import { componentName, nodeOf, type Rule, type RuleContext, schemaName, type SpecNode } from './rule.ts';

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
