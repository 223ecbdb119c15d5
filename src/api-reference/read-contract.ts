import { isJsonObject, type JsonObject } from '../protocol/json-object.ts';

/** A bundled OpenAPI 3.1 contract, with all references resolved except those to schemas. */
export interface DocumentedContract {
  readonly title: string;
  readonly version: string;
  readonly summary: string | undefined;
  /** Markdown. */
  readonly description: string | undefined;
  /** Default base URL of the service, without a trailing slash. */
  readonly server: string;
  readonly tags: readonly { readonly name: string; readonly description: string | undefined }[];
  readonly securitySchemes: ReadonlyMap<string, DocumentedSecurityScheme>;
  /** `#/components/schemas`, by name. */
  readonly schemas: ReadonlyMap<string, JsonObject>;
  /** In contract order. */
  readonly operations: readonly DocumentedOperation[];
  /** Requests that the service sends to other servers. */
  readonly webhooks: readonly DocumentedOperation[];
}

interface DocumentedSecurityScheme {
  readonly description: string | undefined;
  /** Form of the request header: `Authorization: DPoP …`, `X-Api-Key`, `Cookie: session`. */
  readonly header: string;
}

export interface DocumentedOperation {
  readonly operationId: string;
  /** `GET`. */
  readonly method: string;
  /** As in the contract: `/api/posts/{id}`; for a webhook, its name. */
  readonly path: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly tag: string;
  /** Alternatives of required security schemes; an empty alternative requires none. */
  readonly security: readonly (readonly string[])[];
  readonly parameters: readonly Parameter[];
  readonly body: readonly MediaType[];
  readonly bodyRequired: boolean;
  /** Whether a signature covers the exact bytes of the body. */
  readonly rawBody: boolean;
  readonly responses: readonly DocumentedResponse[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly description: string | undefined;
  readonly schema: JsonObject;
  readonly example: unknown;
}

export interface MediaType {
  readonly type: string;
  readonly schema: JsonObject;
  readonly examples: readonly Example[];
}

interface Example {
  readonly name: string;
  readonly summary: string | undefined;
  readonly value: unknown;
}

export interface DocumentedResponse {
  /** `200` or `4XX`. */
  readonly status: string;
  readonly description: string;
  readonly headers: readonly Omit<Parameter, 'in'>[];
  readonly content: readonly MediaType[];
  /** Codes of the error in the body. */
  readonly errorCodes: readonly string[];
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;
const locations = ['path', 'query', 'header', 'cookie'] as const;

/** Reads a contract. @param document content of `generated/<area>/spec.json` */
export function readContract(document: JsonObject): DocumentedContract {
  const resolved = (value: unknown): JsonObject => {
    const node = asObject(value);
    return typeof node['$ref'] === 'string' ? resolved(resolveReference(document, node['$ref'])) : node;
  };
  const components = asObject(document['components']);
  const info = asObject(document['info']);
  const defaultSecurity = securityOf(document['security']);

  const readParameter = (value: unknown): Omit<Parameter, 'in'> & { readonly in: string } => {
    const parameter = resolved(value);
    return {
      name: asText(parameter['name']) ?? '',
      in: asText(parameter['in']) ?? '',
      required: parameter['required'] === true,
      description: asText(parameter['description']),
      schema: asObject(parameter['schema']),
      example: examplesOf(parameter, resolved)[0]?.value,
    };
  };
  const readContent = (content: unknown): readonly MediaType[] =>
    Object.entries(asObject(content)).map(([type, media]) => ({
      type,
      schema: asObject(asObject(media)['schema']),
      examples: examplesOf(asObject(media), resolved),
    }));
  const readResponse = ([status, value]: [string, unknown]): DocumentedResponse => {
    const response = resolved(value);
    return {
      status,
      description: asText(response['description']) ?? '',
      headers: Object.entries(asObject(response['headers'])).map(([name, header]) => ({
        ...readParameter(header),
        name,
      })),
      content: readContent(response['content']),
      errorCodes: asList(response['x-error-codes']).map(String),
    };
  };
  const readOperation = (path: string, method: string, shared: unknown, operation: JsonObject): DocumentedOperation => {
    const body = resolved(operation['requestBody']);
    return {
      operationId: asText(operation['operationId']) ?? '',
      method: method.toUpperCase(),
      path,
      summary: asText(operation['summary']) ?? '',
      description: asText(operation['description']),
      tag: asText(asList(operation['tags'])[0]) ?? '',
      security: operation['security'] === undefined ? defaultSecurity : securityOf(operation['security']),
      parameters: [...asList(shared), ...asList(operation['parameters'])].map(readParameter).map((parameter) => ({
        ...parameter,
        in: locations.find((location) => location === parameter.in) ?? 'query',
      })),
      body: readContent(body['content']),
      bodyRequired: body['required'] === true,
      rawBody: operation['x-raw-body'] === true,
      responses: Object.entries(asObject(operation['responses'])).map(readResponse),
    };
  };
  const operationsIn = (paths: unknown): readonly DocumentedOperation[] =>
    Object.entries(asObject(paths)).flatMap(([path, item]) =>
      methods.flatMap((method) => {
        const { parameters, [method]: operation } = asObject(item);
        return operation === undefined ? [] : [readOperation(path, method, parameters, asObject(operation))];
      }),
    );

  return {
    title: asText(info['title']) ?? '',
    version: asText(info['version']) ?? '',
    summary: asText(info['summary']),
    description: asText(info['description']),
    server: (asText(asObject(asList(document['servers'])[0])['url']) ?? '').replace(/\/$/, ''),
    tags: asList(document['tags']).map((tag) => ({
      name: asText(asObject(tag)['name']) ?? '',
      description: asText(asObject(tag)['description']),
    })),
    securitySchemes: new Map(
      Object.entries(asObject(components['securitySchemes'])).map(([name, scheme]) => [name, readScheme(scheme)]),
    ),
    schemas: new Map(Object.entries(asObject(components['schemas'])).map(([name, schema]) => [name, asObject(schema)])),
    operations: operationsIn(document['paths']),
    webhooks: operationsIn(document['webhooks']),
  };
}

const securityOf = (value: unknown): readonly (readonly string[])[] =>
  asList(value).map((requirement) => Object.keys(asObject(requirement)));

function examplesOf(holder: JsonObject, resolved: (value: unknown) => JsonObject): readonly Example[] {
  const named = Object.entries(asObject(holder['examples'])).map(([name, value]) => {
    const example = resolved(value);
    return { name, summary: asText(example['summary']), value: example['value'] };
  });
  return holder['example'] === undefined
    ? named
    : [{ name: 'example', summary: undefined, value: holder['example'] }, ...named];
}

function readScheme(value: unknown): DocumentedSecurityScheme {
  const scheme = asObject(value);
  const description = asText(scheme['description']);
  const name = asText(scheme['name']) ?? '';
  if (scheme['type'] === 'apiKey') return { description, header: scheme['in'] === 'cookie' ? `Cookie: ${name}` : name };
  const schemeName = asText(scheme['scheme']) ?? '';
  return { description, header: `Authorization: ${schemeName === 'bearer' ? 'Bearer' : schemeName} …` };
}

/** Returns the value if it is an object, otherwise an empty object. */
export const asObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** Returns the value if it is an array, otherwise an empty array. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the value if it is a string, otherwise undefined. */
export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Resolves a reference such as `#/components/schemas/Post` (RFC 6901). @throws Error when its target is missing */
function resolveReference(document: JsonObject, reference: string): JsonObject {
  const names = reference
    .replace(/^#\//, '')
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const target = names.reduce<unknown>((node, name) => asObject(node)[name], document);
  if (!isJsonObject(target)) throw new Error(`The contract refers to ${reference}, which does not exist.`);
  return target;
}
