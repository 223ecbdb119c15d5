import type { JsonObject } from '../../src/protocol/json-object.ts';
import { asList, asObject, asText } from '../../src/api-reference/read-contract.ts';
import { nameOf, schemaOf, type Schemas } from '../../src/api-reference/schema-view.ts';

/** A change that callers can observe. */
export interface Change {
  /** Whether it breaks callers that were correct before. */
  readonly breaking: boolean;
  /** Description such as `Post.score was removed`. */
  readonly what: string;
}

/**
 * Direction of a schema. Callers send a `request`: values that were accepted must stay accepted. They receive a
 * `response`: its values must be values that were possible before; callers ignore new members. A `failure` is a
 * response with error codes: a new code breaks no caller, a removed code does.
 */
export type Direction = 'request' | 'response' | 'failure';

/**
 * Compares two versions of a schema.
 *
 * @param place name of the location for people, when the schema has no name
 */
export function compareSchemas(
  before: JsonObject,
  after: JsonObject,
  versions: { readonly before: Schemas; readonly after: Schemas; readonly direction: Direction },
  place: string,
  seen: ReadonlySet<string> = new Set(),
): readonly Change[] {
  const [was, is] = [flat(before, versions.before), flat(after, versions.after)];
  const name = nameOf(after) ?? nameOf(before);
  // A recursive schema is compared once.
  if (name !== undefined && seen.has(name)) return [];
  const within = name === undefined ? seen : new Set([...seen, name]);
  const here = name !== undefined && isStructured(is) ? name : place;
  const request = versions.direction === 'request';
  const inner = (one: unknown, other: unknown, at: string) =>
    compareSchemas(asObject(one), asObject(other), versions, at, within);

  return [
    ...compareTypes(was, is, request, here),
    ...compareValues(was, is, versions.direction, here),
    // A list of all values makes other constraints redundant.
    ...(valuesOf(is) === undefined || request ? compareBounds(was, is, request) : []).map(({ breaking, what }) => ({
      breaking,
      what: `${here}: ${what}`,
    })),
    ...compareMembers(was, is, request, here, inner),
    ...compareAlternatives(was, is, request, here, inner),
    ...(was['items'] !== undefined && is['items'] !== undefined ? inner(was['items'], is['items'], `${here}[]`) : []),
  ];
}

/** Resolves references and merges the parts of an `allOf`. */
function flat(schema: JsonObject, schemas: Schemas): JsonObject {
  const { allOf, ...itself } = schemaOf(schema, schemas);
  return asList(allOf)
    .map((part) => flat(asObject(part), schemas))
    .reduce<JsonObject>(
      (whole, part) => ({
        ...part,
        ...whole,
        properties: { ...asObject(part['properties']), ...asObject(whole['properties']) },
        required: [...asList(whole['required']), ...asList(part['required'])],
      }),
      itself,
    );
}

const isStructured = (schema: JsonObject): boolean =>
  ['properties', 'oneOf', 'anyOf'].some((part) => schema[part] !== undefined);

function compareTypes(was: JsonObject, is: JsonObject, request: boolean, at: string): readonly Change[] {
  const [before, after] = [typesOf(was), typesOf(is)];
  if (sameTypes(before, after)) return [];
  const [smaller, larger] = request ? [before, after] : [after, before];
  const covered = larger.length === 0 || (smaller.length > 0 && smaller.every((type) => covers(larger, type)));
  return [{ breaking: !covered, what: `${at}: ${typeText(before)} → ${typeText(after)}` }];
}

const typeText = (types: readonly string[]): string => types.join(' or ') || 'any type';
const typesOf = ({ type }: JsonObject): readonly string[] => [type].flat().filter((one) => typeof one === 'string');
const covers = (types: readonly string[], type: string): boolean =>
  types.includes(type) || (type === 'integer' && types.includes('number'));
const sameTypes = (a: readonly string[], b: readonly string[]): boolean => a.toSorted().join() === b.toSorted().join();

function compareValues(was: JsonObject, is: JsonObject, direction: Direction, at: string): readonly Change[] {
  const [before, after] = [valuesOf(was), valuesOf(is)];
  const request = direction === 'request';
  const removed = before?.filter((value) => after !== undefined && !after.includes(value)) ?? [];
  const added = after?.filter((value) => before !== undefined && !before.includes(value)) ?? [];
  const changes: Change[] = [];
  if (before === undefined && after !== undefined)
    changes.push({ breaking: request, what: `${at}: is now one of ${after.join(', ')}` });
  if (before !== undefined && after === undefined)
    changes.push({ breaking: !request, what: `${at}: is no longer limited to ${before.join(', ')}` });
  if (removed.length > 0)
    changes.push({ breaking: direction !== 'response', what: `${at}: ${removed.join(', ')} is no longer a value` });
  if (added.length > 0)
    changes.push({ breaking: direction === 'response', what: `${at}: ${added.join(', ')} is a new value` });
  return changes;
}

/** Returns the allowed values as JSON; undefined when all are allowed. */
function valuesOf(schema: JsonObject): readonly string[] | undefined {
  if (schema['const'] !== undefined) return [JSON.stringify(schema['const'])];
  return schema['enum'] === undefined ? undefined : asList(schema['enum']).map((value) => JSON.stringify(value));
}

type Inner = (was: unknown, is: unknown, at: string) => readonly Change[];

function compareMembers(
  was: JsonObject,
  is: JsonObject,
  request: boolean,
  at: string,
  inner: Inner,
): readonly Change[] {
  const [before, after] = [asObject(was['properties']), asObject(is['properties'])];
  const [needed, needs] = [new Set(asList(was['required'])), new Set(asList(is['required']))];
  const closed = is['additionalProperties'] === false;
  const changes = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name): readonly Change[] => {
    const member = `${at}.${name}`;
    if (after[name] === undefined) {
      const breaking = request ? closed : true;
      return [{ breaking, what: `${member} ${request ? 'is no longer accepted' : 'was removed'}` }];
    }
    if (before[name] === undefined) {
      const required = needs.has(name);
      return [{ breaking: request && required, what: `${member} is new${required ? ' and required' : ''}` }];
    }
    const presence: readonly Change[] =
      needed.has(name) === needs.has(name)
        ? []
        : [
            {
              breaking: needs.has(name) === request,
              what: `${member} is ${needs.has(name) ? 'now' : 'no longer'} required`,
            },
          ];
    return [...presence, ...inner(before[name], after[name], member)];
  });
  return [...changes, ...compareOthers(was['additionalProperties'], is['additionalProperties'], request, at, inner)];
}

/** Compares members that the contract does not name. */
function compareOthers(was: unknown, is: unknown, request: boolean, at: string, inner: Inner): readonly Change[] {
  if (typeof was === 'object' && typeof is === 'object') return inner(was, is, `${at}.*`);
  const [wasClosed, isClosed] = [was === false, is === false];
  if (wasClosed === isClosed) return [];
  return [
    { breaking: isClosed && request, what: `${at}: other members are ${isClosed ? 'no longer' : 'now'} allowed` },
  ];
}

function compareAlternatives(
  was: JsonObject,
  is: JsonObject,
  request: boolean,
  at: string,
  inner: Inner,
): readonly Change[] {
  return ['oneOf', 'anyOf'].flatMap((keyword) => {
    const [before, after] = [named(was[keyword]), named(is[keyword])];
    if (before.size === 0 && after.size === 0) return [];
    const removed = [...before.keys()].filter((name) => !after.has(name));
    const added = [...after.keys()].filter((name) => !before.has(name));
    return [
      ...removed.map((name) => ({ breaking: request, what: `${at}: ${name} is no longer an alternative` })),
      ...added.map((name) => ({
        breaking: !request || before.size === 0,
        what: `${at}: ${name} is a new alternative`,
      })),
      ...[...before].flatMap(([name, one]) => (after.has(name) ? inner(one, after.get(name), `${at} (${name})`) : [])),
    ];
  });
}

/** Returns alternatives by schema name, else title, type or JSON. */
function named(alternatives: unknown): ReadonlyMap<string, JsonObject> {
  return new Map(
    asList(alternatives)
      .map(asObject)
      .map((one) => [nameOf(one) ?? asText(one['title']) ?? asText(one['type']) ?? JSON.stringify(one), one]),
  );
}

/** Keywords for which a larger value is stricter. */
const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const;
/** Keywords for which a smaller value is stricter. */
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const;
/** Keywords whose values have no order of strictness; only their absence is known to allow more. */
const forms = ['pattern', 'format', 'multipleOf', 'contentMediaType', 'uniqueItems'] as const;

/**
 * Compares the constraints on one value. A stricter request breaks callers, and so does a looser response. A changed
 * default changes the meaning of an absent value.
 */
function compareBounds(was: JsonObject, is: JsonObject, request: boolean): readonly Change[] {
  const keywords = [...lower, ...upper, ...forms, ...(request ? (['default'] as const) : [])];
  return keywords.flatMap((keyword): readonly Change[] => {
    const [before, after] = [was[keyword], is[keyword]];
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    const stricter = isStricter(keyword, before, after);
    const breaking = stricter === undefined || stricter === request;
    return [{ breaking, what: `${keyword} ${written(before)} → ${written(after)}` }];
  });
}

/** @returns whether the new value is stricter; undefined when that is unknown */
function isStricter(keyword: string, before: unknown, after: unknown): boolean | undefined {
  if (keyword === 'default') return undefined;
  if (before === undefined) return true;
  if (after === undefined) return false;
  if (typeof before !== 'number' || typeof after !== 'number' || keyword === 'multipleOf') return undefined;
  return lower.some((one) => one === keyword) ? after > before : after < before;
}

const written = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));
