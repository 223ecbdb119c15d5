import { type Credential, credentialsOf, isProofHeader } from './credentials.ts';
import { type DocumentedOperation, type Parameter, readContract } from './read-contract.ts';
import { isJsonObject, type JsonObject } from '../protocol/json-object.ts';
import { asObject } from './json-value.ts';

/** An element of the OpenAPI extension `x-codeSamples`, which other documentation tools also read. */
export interface CodeSample {
  readonly lang: 'Shell' | 'TypeScript';
  readonly label: string;
  readonly source: string;
}

/** Returns samples built from the contract's first examples: curl, and TypeScript for every accepted credential. */
export function codeSamples(operation: DocumentedOperation, options: SampleOptions): readonly CodeSample[] {
  const credentials = credentialsOf(operation);
  const [preferred] = credentials;
  return [
    ...(preferred === undefined
      ? []
      : [{ lang: 'Shell' as const, label: 'curl', source: curlSample(operation, options, preferred[1]) }]),
    ...credentials.map(([name, credential]: readonly [string, Credential]) => ({
      lang: 'TypeScript' as const,
      label: credentials.length === 1 || name === '' ? 'TypeScript' : `TypeScript, ${name}`,
      source: typescriptSample(operation, options, credential),
    })),
  ];
}

/** Returns the contract with `x-codeSamples` on every operation. */
export function withCodeSamples(document: JsonObject, options: SampleOptions): JsonObject {
  const { operations } = readContract(document);
  const paths: Record<string, unknown> = { ...asObject(document['paths']) };
  for (const operation of operations) {
    const item = asObject(paths[operation.path]);
    const method = operation.method.toLowerCase();
    const samples = codeSamples(operation, options);
    paths[operation.path] = { ...item, [method]: { ...asObject(item[method]), 'x-codeSamples': samples } };
  }
  return { ...document, paths };
}

/** Maximum number of query parameters in the URL; more are written one per line. */
const maxInUrl = 2;

/** Returns a curl command for a POSIX shell. Secrets are environment variables. */
function curlSample(operation: DocumentedOperation, { baseUrl }: SampleOptions, credential: Credential): string {
  const query = sentParameters(operation, 'query').map(([name, value]) => [name, String(value)] as const);
  const listed = query.length > maxInUrl;
  const search = listed || query.length === 0 ? '' : `?${new URLSearchParams(query.map(([...pair]) => pair))}`;
  const address = shellQuoted(`${baseUrl}${urlPath(operation)}${search}`);
  const headers = sentParameters(operation, 'header').map(([name, value]) => shellQuoted(`${name}: ${String(value)}`));
  const streams = operation.responses.some(({ content }) => content.some(({ type }) => type === 'text/event-stream'));

  const lines = [
    `curl ${methodFlag(operation, listed)}${streams ? '--no-buffer ' : ''}${address}`,
    ...(listed ? query.map(([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${value}`)}`) : []),
    ...[...credential.curlHeaders(baseUrl), ...headers].map((header) => `--header ${header}`),
    ...bodyFlags(operation),
  ];
  const command = (indent: string) => lines.join(` \\\n${indent}  `);
  return credential.curlSigner === undefined
    ? command('')
    : `${credential.curlSigner(operation.method, address)} |\n  ${command('  ')}`;
}

function methodFlag({ method }: DocumentedOperation, listed: boolean): string {
  if (listed) return '--get ';
  return method === 'GET' ? '' : `--request ${method} `;
}

function bodyFlags({ body, rawBody }: DocumentedOperation): readonly string[] {
  const [media] = body;
  const [example] = media?.examples ?? [];
  if (media === undefined || example === undefined) return [];
  if (media.type === 'application/x-www-form-urlencoded') {
    return Object.entries(asObject(example.value)).map(
      ([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${String(value)}`)}`,
    );
  }
  const compact = JSON.stringify(example.value);
  // A signature covers the exact bytes, so this body is not reformatted.
  const text = rawBody || compact.length <= 80 ? compact : JSON.stringify(example.value, null, 2);
  return [`--header 'Content-Type: ${media.type}'`, `--data ${shellQuoted(text)}`];
}

/** Quotes text as one word of a POSIX shell. */
function shellQuoted(text: string): string {
  return /^[\w:/.@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns a complete TypeScript module that calls the operation with the SDK's generated client. */
function typescriptSample(
  operation: DocumentedOperation,
  { area, baseUrl }: SampleOptions,
  credential: Credential,
): string {
  const factory = `create${area.charAt(0).toUpperCase()}${area.slice(1)}Client`;
  const imports = [factory, ...credential.imports, 'unwrap'].sort((a, b) => bare(a).localeCompare(bare(b)));
  const options = [`baseUrl: ${typescriptLiteral(baseUrl)},`, ...credential.options];
  const client =
    options.length === 1
      ? [`const ${area} = ${factory}({ baseUrl: ${typescriptLiteral(baseUrl)} });`]
      : [`const ${area} = ${factory}({`, ...options.map((line) => `  ${line}`), '});'];
  const call = `await ${area}.${operation.operationId}(${callArgument(operation)})`;
  return [
    importLine(imports, `@platform/sdk/${area}`),
    '',
    ...(credential.declarations.length > 0 ? [...credential.declarations, ''] : []),
    ...client,
    '',
    ...useResult(operation, call),
  ].join('\n');
}

const bare = (name: string): string => name.replace(/^type /, '');

function importLine(names: readonly string[], from: string): string {
  const line = `import { ${names.join(', ')} } from '${from}';`;
  return line.length <= 92 ? line : `import {\n${names.map((name) => `  ${name},`).join('\n')}\n} from '${from}';`;
}

function callArgument(operation: DocumentedOperation): string {
  const parameters = (location: 'path' | 'query' | 'header') => Object.fromEntries(sentParameters(operation, location));
  const parts: Record<string, unknown> = {
    path: parameters('path'),
    query: parameters('query'),
    headers: parameters('header'),
  };
  const body = operation.body[0]?.examples[0]?.value;
  const sent = Object.entries(parts).filter(([, values]) => Object.keys(values ?? {}).length > 0);
  if (body !== undefined) sent.push(['body', body]);
  return sent.length === 0 ? '' : typescriptLiteral(Object.fromEntries(sent), '', 48);
}

function useResult({ responses }: DocumentedOperation, call: string): readonly string[] {
  const success = responses.find(({ status }) => status.startsWith('2'));
  const types = success?.content.map(({ type }) => type) ?? [];
  if (types.length === 0) return [`unwrap(${call});`];
  if (types.includes('text/event-stream')) {
    return [
      `const events = unwrap(${call});`,
      'const decoder = new TextDecoder();',
      'for await (const bytes of events) console.log(decoder.decode(bytes, { stream: true }));',
    ];
  }
  return [`const result = unwrap(${call});`, 'console.log(result);'];
}

/** Maximum line length of a code sample, characters. */
const maxLineLength = 92;

/**
 * Formats a JSON value as TypeScript: single quotes, unquoted member names, wrapped at the maximum line length.
 *
 * @param indent white space before the line on which the value starts
 * @param prefixLength characters between the indent and the value
 */
function typescriptLiteral(value: unknown, indent = '', prefixLength = 0): string {
  if (typeof value === 'string') return quoted(value);
  const parts = partsOf(value);
  if (parts === undefined) return JSON.stringify(value) ?? 'undefined';
  const { open, close, entries } = parts;
  if (entries.length === 0) return open + close;
  const inner = `${indent}  `;
  const space = open === '{' ? ' ' : '';
  const oneLine = `${open}${space}${entries.map(([name, item]) => name + typescriptLiteral(item, inner)).join(', ')}${space}${close}`;
  if (!oneLine.includes('\n') && indent.length + prefixLength + oneLine.length <= maxLineLength) return oneLine;
  const lines = entries.map(([name, item]) => `${inner}${name}${typescriptLiteral(item, inner, name.length)},`);
  return `${open}\n${lines.join('\n')}\n${indent}${close}`;
}

interface Parts {
  readonly open: string;
  readonly close: string;
  readonly entries: readonly (readonly [name: string, value: unknown])[];
}

function partsOf(value: unknown): Parts | undefined {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return { open: '[', close: ']', entries: items.map((item) => ['', item]) };
  }
  if (!isJsonObject(value)) return undefined;
  return {
    open: '{',
    close: '}',
    entries: Object.entries(value).map(([name, item]) => [`${memberName(name)}: `, item]),
  };
}

const memberName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name));

function quoted(text: string): string {
  const json = JSON.stringify(text);
  return text.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
}

export interface SampleOptions {
  /** Name of the area and of its package entry: `sso`, `forum`. */
  readonly area: string;
  /** Base URL of the service, without a trailing slash. */
  readonly baseUrl: string;
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
