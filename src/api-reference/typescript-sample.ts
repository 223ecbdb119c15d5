import type { Credential } from './credentials.ts';
import { isJsonObject } from '../protocol/json-object.ts';
import type { DocumentedOperation } from './read-contract.ts';
import { type SampleOptions, sentParameters } from './sample-request.ts';

/** Returns a complete TypeScript module that calls the operation with the SDK's generated client. */
export function typescriptSample(
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
