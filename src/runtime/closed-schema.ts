export type Node = Readonly<Record<string, unknown>>;

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords whose subschemas describe the same value, so that one schema alone does not list every member. */
const compositions = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas'] as const;

/**
 * Copies a schema in which every object that lists its members accepts no others.
 *
 * Published response schemas are open, so that a new member breaks no reader. The check of what a service sends uses the
 * closed form, so that a member that the contract does not document is found. An object that lists no members, or that
 * says itself what it accepts (`additionalProperties`), stays as it is.
 */
export function closeSchema(schema: Node): Node {
  const copy = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, closeIn(keyword, value)]));
  if (!isNode(schema['properties']) || 'additionalProperties' in schema || 'unevaluatedProperties' in schema)
    return copy;
  const composed = compositions.some((keyword) => keyword in schema);
  return { ...copy, [composed ? 'unevaluatedProperties' : 'additionalProperties']: false };
}

function closeIn(keyword: string, value: unknown): unknown {
  switch (keyword) {
    case 'items':
    case 'additionalProperties':
    case 'not':
      return isNode(value) ? closeSchema(value) : value;
    case 'properties':
    case 'patternProperties':
    case '$defs':
      return closeEach(value);
    // `anyOf` and `oneOf` are alternatives of a whole value; the parts of an `allOf` must not close each other.
    case 'anyOf':
    case 'oneOf':
      return Array.isArray(value) ? value.map((part) => (isNode(part) ? closeSchema(part) : part)) : value;
    default:
      return value;
  }
}

/** Closes each schema of a map, such as `properties` or `components.schemas`. */
export function closeEach(schemas: unknown): unknown {
  if (!isNode(schemas)) return schemas;
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, isNode(schema) ? closeSchema(schema) : schema]),
  );
}
