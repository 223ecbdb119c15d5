/** Writes `docs/errors.md` from the contracts: every documented error with an example message. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Area, areas } from '../src/typed-contract/areas.ts';

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});

const titles: Readonly<Record<Area, string>> = {
  sso: 'A. Sign-in provider',
  forum: 'C. Forum',
  backend: 'D. Mini-app backend',
  notifications: 'E. Notification service',
};

interface DocumentedError {
  readonly status: string;
  readonly code: string;
  readonly text: string;
  readonly operations: Set<string>;
}

/** Renders the page as Markdown. */
export function errorsReference(root: string): string {
  const sections = areas.map((area) => {
    const contract: Node = JSON.parse(readFileSync(resolve(root, 'generated', area, 'spec.json'), 'utf8'));
    const rows = documentedErrors(contract).map(
      ({ status, code, text, operations }) =>
        `| ${status} | \`${code}\` | ${escape(text)} | ${operationsText(operations)} |`,
    );
    return `## ${titles[area]}\n\n| status | code | example message | operations |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Errors

Every error that the contracts document, written by \`npm run docs:errors\`. Compare codes in programs and show messages to
people: messages may change, codes do not. Each service has its own error format; every response has an \`X-Request-Id\`.

${sections.join('\n')}`;
}

function documentedErrors(contract: Node): DocumentedError[] {
  const found = new Map<string, DocumentedError>();
  for (const { operationId, status, example } of failedExamples(contract)) {
    const code = firstText(example['code'], example['error']);
    const text = firstText(example['error_description'], example['message'], example['error']);
    const key = `${status} ${code}`;
    const known = found.get(key) ?? { status, code, text, operations: new Set() };
    known.operations.add(operationId);
    found.set(key, known);
  }
  return [...found.values()].toSorted((a, b) => `${a.status} ${a.code}`.localeCompare(`${b.status} ${b.code}`, 'en'));
}

function* failedExamples(contract: Node): Generator<{ operationId: string; status: string; example: Node }> {
  const lookUp = (value: unknown): Node => {
    const node = nodeOf(value);
    const reference = node['$ref'];
    if (typeof reference !== 'string') return node;
    return lookUp(
      reference
        .slice(2)
        .split('/')
        .reduce<unknown>((at, step) => nodeOf(at)[step], contract),
    );
  };
  for (const item of Object.values(nodeOf(contract['paths']))) {
    for (const operation of Object.values(nodeOf(item)).filter(isNode)) {
      for (const [status, response] of Object.entries(nodeOf(operation['responses']))) {
        if (!/^[45]/.test(status)) continue;
        const content = nodeOf(nodeOf(lookUp(response)['content'])['application/json']);
        for (const example of Object.values(nodeOf(content['examples']))) {
          yield {
            operationId: String(operation['operationId']),
            status,
            example: nodeOf(nodeOf(lookUp(example))['value']),
          };
        }
      }
    }
  }
}

const maxNamedOperations = 4;

function operationsText(operations: ReadonlySet<string>): string {
  const named = [...operations].slice(0, maxNamedOperations).join(', ');
  return operations.size > maxNamedOperations ? `${named} and ${operations.size - maxNamedOperations} more` : named;
}

/** Returns the first text or number among some members. */
const firstText = (...members: readonly unknown[]): string =>
  String(members.find((member) => typeof member === 'string' || typeof member === 'number') ?? '');

const escape = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\s+/g, ' ');

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = resolve(import.meta.dirname, '..');
  writeFileSync(resolve(root, 'docs', 'errors.md'), errorsReference(root));
}
