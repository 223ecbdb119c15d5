import type { JsonObject } from '../protocol/json-object.ts';
import { follow, listOf, objectOf, textOf } from './json-value.ts';

/** A bundled OpenAPI 3.1 contract as its readers look at it: every reference but those to schemas is resolved. */
export interface ContractReading {
  readonly title: string;
  readonly version: string;
  readonly summary: string | undefined;
  /** Markdown. */
  readonly description: string | undefined;
  /** Default address of the service, without a trailing slash. */
  readonly server: string;
  readonly tags: readonly { readonly name: string; readonly description: string | undefined }[];
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>;
  /** By name; what `#/components/schemas/` holds. */
  readonly schemas: ReadonlyMap<string, JsonObject>;
  /** In the order of the contract. */
  readonly operations: readonly Operation[];
  /** Requests that the service sends to others. */
  readonly webhooks: readonly Operation[];
}

export interface SecurityScheme {
  readonly description: string | undefined;
  /** What a request carries: `Authorization: DPoP …`, `X-Api-Key`, `Cookie: session`. */
  readonly carries: string;
}

export interface Operation {
  readonly operationId: string;
  /** `GET`. */
  readonly method: string;
  /** As in the contract: `/api/posts/{id}`; of a webhook its name. */
  readonly path: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly tag: string;
  /** Names of schemes that together let a request in, one list for each way; an empty list is nobody asked. */
  readonly security: readonly (readonly string[])[];
  readonly parameters: readonly Parameter[];
  readonly body: readonly MediaType[];
  readonly bodyRequired: boolean;
  /** A signature is over the exact bytes of the body. */
  readonly rawBody: boolean;
  readonly answers: readonly Answer[];
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

export interface Example {
  readonly name: string;
  readonly summary: string | undefined;
  readonly value: unknown;
}

export interface Answer {
  /** `200`, or `4XX`. */
  readonly status: string;
  readonly description: string;
  readonly headers: readonly Omit<Parameter, 'in'>[];
  readonly content: readonly MediaType[];
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;
const places = ['path', 'query', 'header', 'cookie'] as const;

/** @param document `generated/<area>/spec.json` */
export function readContract(document: JsonObject): ContractReading {
  const resolved = (value: unknown): JsonObject => {
    const node = objectOf(value);
    return typeof node['$ref'] === 'string' ? resolved(follow(document, node['$ref'])) : node;
  };
  const components = objectOf(document['components']);
  const info = objectOf(document['info']);
  const defaultSecurity = securityOf(document['security']);

  const readParameter = (value: unknown): Omit<Parameter, 'in'> & { readonly in: string } => {
    const parameter = resolved(value);
    return {
      name: textOf(parameter['name']) ?? '',
      in: textOf(parameter['in']) ?? '',
      required: parameter['required'] === true,
      description: textOf(parameter['description']),
      schema: objectOf(parameter['schema']),
      example: examplesOf(parameter, resolved)[0]?.value,
    };
  };
  const readContent = (content: unknown): readonly MediaType[] =>
    Object.entries(objectOf(content)).map(([type, media]) => ({
      type,
      schema: objectOf(objectOf(media)['schema']),
      examples: examplesOf(objectOf(media), resolved),
    }));
  const readAnswer = ([status, value]: [string, unknown]): Answer => {
    const answer = resolved(value);
    return {
      status,
      description: textOf(answer['description']) ?? '',
      headers: Object.entries(objectOf(answer['headers'])).map(([name, header]) => ({
        ...readParameter(header),
        name,
      })),
      content: readContent(answer['content']),
    };
  };
  const readOperation = (path: string, method: string, shared: unknown, operation: JsonObject): Operation => {
    const body = resolved(operation['requestBody']);
    return {
      operationId: textOf(operation['operationId']) ?? '',
      method: method.toUpperCase(),
      path,
      summary: textOf(operation['summary']) ?? '',
      description: textOf(operation['description']),
      tag: textOf(listOf(operation['tags'])[0]) ?? '',
      security: operation['security'] === undefined ? defaultSecurity : securityOf(operation['security']),
      parameters: [...listOf(shared), ...listOf(operation['parameters'])].map(readParameter).map((parameter) => ({
        ...parameter,
        in: places.find((place) => place === parameter.in) ?? 'query',
      })),
      body: readContent(body['content']),
      bodyRequired: body['required'] === true,
      rawBody: operation['x-raw-body'] === true,
      answers: Object.entries(objectOf(operation['responses'])).map(readAnswer),
    };
  };
  const operationsIn = (paths: unknown): readonly Operation[] =>
    Object.entries(objectOf(paths)).flatMap(([path, item]) =>
      methods.flatMap((method) => {
        const { parameters, [method]: operation } = objectOf(item);
        return operation === undefined ? [] : [readOperation(path, method, parameters, objectOf(operation))];
      }),
    );

  return {
    title: textOf(info['title']) ?? '',
    version: textOf(info['version']) ?? '',
    summary: textOf(info['summary']),
    description: textOf(info['description']),
    server: (textOf(objectOf(listOf(document['servers'])[0])['url']) ?? '').replace(/\/$/, ''),
    tags: listOf(document['tags']).map((tag) => ({
      name: textOf(objectOf(tag)['name']) ?? '',
      description: textOf(objectOf(tag)['description']),
    })),
    securitySchemes: new Map(
      Object.entries(objectOf(components['securitySchemes'])).map(([name, scheme]) => [name, readScheme(scheme)]),
    ),
    schemas: new Map(Object.entries(objectOf(components['schemas'])).map(([name, schema]) => [name, objectOf(schema)])),
    operations: operationsIn(document['paths']),
    webhooks: operationsIn(document['webhooks']),
  };
}

const securityOf = (value: unknown): readonly (readonly string[])[] =>
  listOf(value).map((requirement) => Object.keys(objectOf(requirement)));

function examplesOf(place: JsonObject, resolved: (value: unknown) => JsonObject): readonly Example[] {
  const named = Object.entries(objectOf(place['examples'])).map(([name, value]) => {
    const example = resolved(value);
    return { name, summary: textOf(example['summary']), value: example['value'] };
  });
  return place['example'] === undefined
    ? named
    : [{ name: 'example', summary: undefined, value: place['example'] }, ...named];
}

function readScheme(value: unknown): SecurityScheme {
  const scheme = objectOf(value);
  const description = textOf(scheme['description']);
  const name = textOf(scheme['name']) ?? '';
  if (scheme['type'] === 'apiKey')
    return { description, carries: scheme['in'] === 'cookie' ? `Cookie: ${name}` : name };
  const word = textOf(scheme['scheme']) ?? '';
  return { description, carries: `Authorization: ${word === 'bearer' ? 'Bearer' : word} …` };
}
