import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { areas } from '../typed-contract/areas.ts';
import { describePattern, patternDescriptionKeyword } from './pattern-description.ts';

test.each([
  ['^[A-Za-z0-9_-]{43}$', '43 base64url characters'],
  ['^[A-Za-z0-9_-]{43,128}$', '43 to 128 base64url characters'],
  ['^[A-Za-z0-9_-]{43,}$', '43 or more base64url characters'],
  ['^[A-Za-z0-9_-]+$', 'one or more base64url characters'],
  ['^[0-9a-f]{32}$', '32 lowercase hexadecimal characters'],
  ['^[0-9]{1,12}$', '1 to 12 digits'],
  ['^[\\x21-\\x7e]+$', 'one or more printable ASCII characters without spaces'],
  ['^[^\\u0000]*$', 'characters without NUL'],
  ['^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', 'a UUID in lowercase'],
  ['^inv-[0-9]+$', undefined],
  ['^[a-z]{3}$', undefined],
])('pattern %s is described as %s', (pattern, description) => {
  expect(describePattern(pattern)).toBe(description);
});

interface Node {
  readonly [member: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Patterns without words that a request can violate. References are followed once each. */
function undescribedPatterns(document: Node, start: unknown): readonly string[] {
  const seen = new Set<unknown>();
  const visit = (node: unknown): readonly string[] => {
    if (!isNode(node) || seen.has(node)) return [];
    seen.add(node);
    const { $ref: reference, pattern } = node;
    const target = typeof reference === 'string' ? visit(lookUp(document, reference)) : [];
    const described =
      typeof pattern !== 'string' || patternDescriptionKeyword in node || describePattern(pattern) !== undefined;
    return [...(described ? [] : [pattern]), ...target, ...Object.values(node).flatMap(visit)];
  };
  return visit(start);
}

function lookUp(document: Node, reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, name) => (isNode(node) ? node[name.replaceAll('~1', '/')] : undefined), document);
}

test.each(areas)('contract %s: every pattern of a request is described in words', (area) => {
  const document: Node = JSON.parse(readFileSync(`generated/${area}/spec.json`, 'utf8'));
  const operations = Object.values(document['paths'] ?? {}).flatMap((item: Node) => [
    item['parameters'],
    ...Object.values(item).flatMap((operation) =>
      isNode(operation) ? [operation['parameters'], operation['requestBody']] : [],
    ),
  ]);
  expect([...new Set(operations.flatMap((part) => undescribedPatterns(document, part)))]).toEqual([]);
});
