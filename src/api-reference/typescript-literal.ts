import { isJsonObject } from '../protocol/json-object.ts';

/** Maximum line length of a code sample, characters. */
const maxLineLength = 92;

/**
 * Formats a JSON value as TypeScript: single quotes, unquoted member names, wrapped at the maximum line length.
 *
 * @param indent white space before the line on which the value starts
 * @param prefixLength characters between the indent and the value
 */
export function typescriptLiteral(value: unknown, indent = '', prefixLength = 0): string {
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
