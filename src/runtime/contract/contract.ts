import type { Violation } from '../errors/domain-error.ts';
import { createChecker } from './validation.ts';

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

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
function closeEach(schemas: unknown): unknown {
  if (!isNode(schemas)) return schemas;
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, isNode(schema) ? closeSchema(schema) : schema]),
  );
}

/** The parts of a bundled contract (`generated/<area>/spec.json`) that the runtime reads. */
export interface Contract {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: object;
  readonly components?: object;
  readonly security?: readonly SecurityRequirement[];
}

/** `x-confirmation` of an operation: a ceremony that is so many seconds old at most, or one for this action. */
export type RequiredConfirmation = { readonly maxAge: number } | { readonly action: string };

/** `x-cors` of an operation: which origins may read its response. */
export type CorsPolicy = 'none' | 'public' | 'client-origins' | 'own';

type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

interface MediaType {
  readonly schema?: object;
}

interface ContractResponse {
  readonly content?: Readonly<Record<string, MediaType>>;
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  /** The error codes of this response; a code that ends in `*` is a prefix. */
  readonly 'x-error-codes'?: readonly (string | number)[];
}

/** One operation with its references resolved. */
export interface ContractOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly security: readonly SecurityRequirement[];
  /**
   * Scopes that the credentials of a scheme need: `x-required-scopes`, one list for all schemes or one for each, because
   * linters allow scopes in a security requirement for OAuth 2.0 schemes only.
   */
  readonly requiredScopes: (scheme: string) => readonly string[];
  /** `x-confirmation`; undefined where a caller need not have confirmed. */
  readonly confirmation: RequiredConfirmation | undefined;
  /** `x-cors`; the rules of contracts demand it. */
  readonly cors: CorsPolicy;
  /** Media types of the request body; empty where there is none. */
  readonly requestTypes: readonly string[];
  readonly bodyRequired: boolean;
  /** HEAD is served like GET without the body. `x-head: false` excludes a GET that has effects. */
  readonly head: boolean;
  /** The handler verifies the exact bytes, so that the body is neither parsed nor validated before. */
  readonly rawBody: boolean;
  /** Violations of the contract by a response; empty when it conforms. */
  readonly checkResponse: (
    status: number,
    body: unknown,
    headers: Readonly<Record<string, unknown>>,
  ) => readonly Violation[];
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});

/** Operations of contracts that were read. Tests create a service many times, and compile each check of a response once. */
const operationsOf = new WeakMap<Contract, readonly ContractOperation[]>();

/** Reads the operations of a bundled contract, whose references are all inside the document. */
export function readOperations(contract: Contract): readonly ContractOperation[] {
  const known = operationsOf.get(contract);
  if (known) return known;
  const resolve = (value: unknown): Node => {
    const node = nodeOf(value);
    return typeof node['$ref'] === 'string' ? resolve(lookUp(contract, node['$ref'])) : node;
  };

  const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = nodeOf(item)[method];
      return isNode(operation) ? [readOperation(contract, resolve, method, path, operation)] : [];
    }),
  );
  operationsOf.set(contract, operations);
  return operations;
}

function readOperation(
  contract: Contract,
  resolve: (value: unknown) => Node,
  method: string,
  path: string,
  operation: Node,
): ContractOperation {
  const body = resolve(operation['requestBody']);
  const responses = Object.entries(nodeOf(operation['responses'])).map(([status, response]) => {
    const documented = resolve(response) as ContractResponse;
    const headers = Object.entries(documented.headers ?? {}).map(([name, header]) => [name, resolve(header)] as const);
    return [status, readResponse(contract, documented, headers)] as const;
  });
  const checks = new Map(responses);
  return {
    operationId: String(operation['operationId']),
    method: method.toUpperCase(),
    path,
    security: (operation['security'] as readonly SecurityRequirement[] | undefined) ?? contract.security ?? [],
    requiredScopes: (scheme) => scopesOf(operation['x-required-scopes'], scheme),
    confirmation: operation['x-confirmation'] as RequiredConfirmation | undefined,
    cors: (operation['x-cors'] as CorsPolicy | undefined) ?? 'none',
    requestTypes: Object.keys(nodeOf(body['content'])),
    bodyRequired: body['required'] === true,
    head: method === 'get' && operation['x-head'] !== false,
    rawBody: operation['x-raw-body'] === true,
    checkResponse: (status, body, headers) =>
      checks.get(String(status))?.(body, headers) ?? [
        { field: '', keyword: 'status', message: `${status} is not documented` },
      ],
  };
}

/** Returns the scopes of one security scheme. */
function scopesOf(required: unknown, scheme: string): readonly string[] {
  const scopes: unknown = Array.isArray(required) ? required : nodeOf(required)[scheme];
  return Array.isArray(scopes) ? scopes.map(String) : [];
}

function readResponse(
  contract: Contract,
  { content, 'x-error-codes': codes }: ContractResponse,
  headers: readonly (readonly [string, Node])[],
): (body: unknown, headers: Readonly<Record<string, unknown>>) => readonly Violation[] {
  const schema = Object.entries(content ?? {}).find(([type]) => /^application\/(\S+\+)?json$/.test(type))?.[1]?.schema;
  // All schemas of the document are included so that references, recursive ones too, resolve.
  const checkBody =
    schema &&
    createChecker({ ...closeSchema(nodeOf(absolute(schema))), $defs: { schemas: closedSchemasOf(contract) } });
  const required = headers.filter(([, header]) => header['required'] === true).map(([name]) => name.toLowerCase());
  return (body, sent) => [
    ...required
      .filter((name) => sent[name] === undefined)
      .map((name) => ({ field: name, keyword: 'header', message: 'is a required header' })),
    ...(content === undefined && body !== undefined
      ? [{ field: '', keyword: 'content', message: 'no body is documented' }]
      : []),
    ...(checkBody && body !== undefined ? checkBody(JSON.parse(JSON.stringify(body))) : []),
    ...(codes ? undocumentedCode(codes, nodeOf(body)) : []),
  ];
}

/** @returns a violation when the response does not document the code of an error: `code`, or `error` where it is the code */
function undocumentedCode(codes: readonly (string | number)[], body: Node): Violation[] {
  const field = 'code' in body ? 'code' : 'error';
  const code = String(body[field]);
  const documented = codes.map(String).some((known) => {
    return known.endsWith('*') ? code.startsWith(known.slice(0, -1)) : code === known;
  });
  return documented ? [] : [{ field, keyword: 'x-error-codes', message: `${code} is not documented` }];
}

/** Creates a check against one schema of the contract, for bodies that reach their handler as bytes. */
export function createSchemaChecker(contract: Contract, name: string): (value: unknown) => readonly Violation[] {
  return createChecker(withoutReferences(contract, { $ref: `#/components/schemas/${name}` }, []));
}

/**
 * Replaces the references of a schema by what they name: errors of a referenced schema do not tell which branch of a
 * oneOf they belong to.
 *
 * @throws Error for a schema that contains itself
 */
function withoutReferences<T extends object>(contract: Contract, schema: T, within: readonly string[]): T {
  const reference = nodeOf(schema)['$ref'];
  if (typeof reference === 'string') {
    if (within.includes(reference)) throw new Error(`The schema ${reference} contains itself.`);
    return withoutReferences(contract, nodeOf(lookUp(contract, reference)), [...within, reference]) as T;
  }
  const expanded = Object.entries(schema).map(([key, value]) => [
    key,
    typeof value === 'object' && value !== null ? withoutReferences(contract, value, within) : value,
  ]);
  return (Array.isArray(schema) ? expanded.map(([, value]) => value) : Object.fromEntries(expanded)) as T;
}

// Every checker of a contract shares its schemas: they are most of the document, and a copy for each adds up.
const absoluteSchemas = new WeakMap<Contract, Node>();
const closedSchemas = new WeakMap<Contract, Node>();

function schemasOf(contract: Contract): Node {
  const known = absoluteSchemas.get(contract);
  if (known) return known;
  const schemas = absolute(nodeOf(nodeOf(contract.components)['schemas']));
  absoluteSchemas.set(contract, schemas);
  return schemas;
}

/** The schemas with which responses are checked: closed, where the published ones are open. */
function closedSchemasOf(contract: Contract): Node {
  const known = closedSchemas.get(contract);
  if (known) return known;
  const schemas = nodeOf(closeEach(schemasOf(contract)));
  closedSchemas.set(contract, schemas);
  return schemas;
}

/** Turns `#/components/schemas/X` into `#/$defs/schemas/X`, where the checker finds it. */
function absolute<T extends object>(schema: T): T {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"#/$defs/'));
}

function lookUp(document: object, reference: string): unknown {
  const steps = reference
    .replace(/^#\//, '')
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce<unknown>((node, step) => nodeOf(node)[step], document);
}

/** Creates a look-up of the operations of a request's path, in which a fixed segment comes before a parameter, as in routing. */
export function createPathLookup(
  operations: readonly ContractOperation[],
): (path: string) => readonly ContractOperation[] | undefined {
  const parametersOf = (path: string) => path.split('{').length;
  const specificFirst = [...Map.groupBy(operations, ({ path }) => path)].toSorted(
    ([one], [other]) => parametersOf(one) - parametersOf(other),
  );
  const paths = specificFirst.map(([path, on]) => ({
    pattern: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`),
    on,
  }));
  return (path) => paths.find(({ pattern }) => pattern.test(path))?.on;
}

/** Creates a look-up of the methods of a path, for 405. It returns undefined for a path outside of the contract. */
export function createAllowedMethods(operations: readonly ContractOperation[]): (path: string) => string | undefined {
  const operationsAt = createPathLookup(operations);
  return (path) =>
    operationsAt(path)
      ?.flatMap(({ method, head }) => (head ? [method, 'HEAD'] : [method]))
      .sort()
      .join(', ');
}
