import { type Credential, type SampleHeader, isProofHeader } from './credentials.ts';
import type { DocumentedOperation, Parameter } from './read-contract.ts';
import { asObject } from './links.ts';

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

export type SampleBody =
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
