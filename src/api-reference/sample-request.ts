import { type Credential, type SampleHeader, isProofHeader, credentialsOf } from './credentials.ts';
import { type DocumentedOperation, type Parameter, type DocumentedContract, asObject } from './read-contract.ts';

export interface SampleOptions {
  /** Name of the area and of its package entry: `sso`, `forum`. */
  readonly area: string;
  /** Base URL of the service, without a trailing slash. */
  readonly baseUrl: string;
}

/** The request that the samples of all languages send, from the contract's first examples. */
export interface SampleRequest {
  readonly method: string;
  /** Without its query. */
  readonly url: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: readonly SampleHeader[];
  /** Whether the toolkit writes further headers. */
  readonly signed: boolean;
  readonly body: SampleBody | undefined;
  /** Whether the response has no end: events. */
  readonly streams: boolean;
  /** Whether the response leads elsewhere, which the sample shows and does not follow. */
  readonly redirects: boolean;
}

type SampleBody =
  | { readonly kind: 'form'; readonly fields: readonly (readonly [name: string, value: string])[] }
  | { readonly kind: 'json'; readonly type: string; readonly value: unknown; readonly text: string }
  /** Sent byte for byte, because a signature covers it. */
  | { readonly kind: 'signed'; readonly type: string; readonly text: string };

/** Returns the request of an operation. @param baseUrl of the service, without a trailing slash */
export function sampleRequest(operation: DocumentedOperation, baseUrl: string, credential: Credential): SampleRequest {
  const { method, responses } = operation;
  return {
    method,
    url: `${baseUrl}${urlPath(operation)}`,
    query: sentParameters(operation, 'query').map(([name, value]) => [name, String(value)]),
    headers: [
      ...credential.headers(baseUrl),
      ...sentParameters(operation, 'header').map(([name, value]) => ({ name, text: String(value) })),
    ],
    signed: credential.signed === true,
    body: bodyOf(operation),
    streams: responses.some(({ content }) => content.some(({ type }) => type === 'text/event-stream')),
    redirects: responses[0]?.status.startsWith('3') === true,
  };
}

function bodyOf({ body, rawBody }: DocumentedOperation): SampleBody | undefined {
  const [media] = body;
  const [example] = media?.examples ?? [];
  if (media === undefined || example === undefined) return undefined;
  if (media.type === 'application/x-www-form-urlencoded') {
    const fields = Object.entries(asObject(example.value)).map(([name, value]) => [name, String(value)] as const);
    return { kind: 'form', fields };
  }
  const { type } = media;
  const { value } = example;
  const compact = JSON.stringify(value);
  if (rawBody) return { kind: 'signed', type, text: compact };
  return { kind: 'json', type, value, text: compact.length <= 80 ? compact : JSON.stringify(value, null, 2) };
}

/** Returns the required parameters of one location with their example values. */
export function sentParameters(
  { operationId, parameters }: DocumentedOperation,
  location: Parameter['in'],
): readonly (readonly [name: string, value: unknown])[] {
  return parameters
    .filter((parameter) => parameter.in === location && parameter.required && !isProofHeader(parameter))
    .map(({ name, example }) => {
      if (example === undefined)
        throw new Error(`${operationId}: the required parameter ${name} has no example. Add one to the contract.`);
      return [name, example];
    });
}

/** Returns the path with example values for its parameters. */
export function urlPath(operation: DocumentedOperation): string {
  return sentParameters(operation, 'path').reduce(
    (path, [name, value]) => path.replace(`{${name}}`, encodeURIComponent(String(value))),
    operation.path,
  );
}

export const fullUrl = ({ url, query }: SampleRequest): string =>
  query.length === 0 ? url : `${url}?${new URLSearchParams(query.map(([...pair]) => pair)).toString()}`;

/** Format that Postman, Bruno, Insomnia and Hoppscotch import. */
const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Headers of RFC 9449, which `agent-id-auth header` writes for one request. */
const proofHeaders: readonly SampleHeader[] = [
  { name: 'Authorization', text: 'DPoP ', secret: 'ACCESS_TOKEN' },
  { name: 'DPoP', text: '', secret: 'DPOP_PROOF' },
];

/**
 * Returns the requests of all samples of a contract as a Postman collection 2.1, in a folder for each tag. Secrets and the
 * address of the service are its variables.
 *
 * @param baseUrl of the service, without a trailing slash
 */
export function requestCollection(contract: DocumentedContract, baseUrl: string) {
  const folders = contract.tags
    .map((tag) => ({ ...tag, item: contract.operations.filter(({ tag: name }) => name === tag.name).map(requestItem) }))
    .filter(({ item }) => item.length > 0);
  const secrets = new Set(
    folders.flatMap(({ item }) =>
      item.flatMap(({ request }) => request.header.flatMap(({ value }) => variablesIn(value))),
    ),
  );
  return {
    info: { name: `${contract.title} ${contract.version}`, description: contract.summary, schema },
    variable: [{ key: 'baseUrl', value: baseUrl }, ...[...secrets].map((key) => ({ key, value: '' }))],
    item: folders,
  };
}

function requestItem(operation: DocumentedOperation) {
  const [[, credential] = ['', undefined]] = credentialsOf(operation);
  if (credential === undefined) throw new Error(`${operation.operationId} has no sample.`);
  const { method, url, query, headers, signed, body } = sampleRequest(operation, '{{baseUrl}}', credential);
  const sent = [...(signed ? proofHeaders : []), ...headers];
  const type = body === undefined || body.kind === 'form' ? [] : [{ key: 'Content-Type', value: body.type }];
  const parameters = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return {
    name: operation.summary,
    request: {
      method,
      url: parameters === '' ? url : `${url}?${parameters}`,
      header: [...sent.map(({ name, text, secret }) => ({ key: name, value: text + variable(secret) })), ...type],
      ...(body === undefined ? {} : { body: collectionBody(body) }),
      description: operation.description,
    },
  };
}

const variable = (name: string | undefined): string => (name === undefined ? '' : `{{${name}}}`);
const variablesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].flatMap(([, name = '']) => (name === 'baseUrl' ? [] : name));

const collectionBody = (body: SampleBody) =>
  body.kind === 'form'
    ? { mode: 'urlencoded', urlencoded: body.fields.map(([key, value]) => ({ key, value })) }
    : { mode: 'raw', raw: body.text, options: { raw: { language: 'json' } } };
