/** Writes `docs/errors.md` from the contracts: every refusal that a service documents, with an example of its text. */
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

interface Refusal {
  readonly status: string;
  readonly code: string;
  readonly text: string;
  readonly operations: Set<string>;
}

/** The page as Markdown. */
export function errorsReference(root: string): string {
  const sections = areas.map((area) => {
    const contract: Node = JSON.parse(readFileSync(resolve(root, 'generated', area, 'spec.json'), 'utf8'));
    const rows = refusalsOf(contract).map(
      ({ status, code, text, operations }) =>
        `| ${status} | \`${code}\` | ${escape(text)} | ${operationsText(operations)} |`,
    );
    return `## ${titles[area]}\n\n| status | code | for example | operations |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Errors

Every refusal that the contracts document, written from them by \`npm run docs:errors\`. Compare codes, show texts: a text may
change, a code does not. Each service answers in its own shape; every answer names its \`X-Request-Id\`.

${sections.join('\n')}`;
}

function refusalsOf(contract: Node): Refusal[] {
  const found = new Map<string, Refusal>();
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

const mostNamed = 4;

function operationsText(operations: ReadonlySet<string>): string {
  const named = [...operations].slice(0, mostNamed).join(', ');
  return operations.size > mostNamed ? `${named} and ${operations.size - mostNamed} more` : named;
}

/** The first of some members that says something. */
const firstText = (...members: readonly unknown[]): string =>
  String(members.find((member) => typeof member === 'string' || typeof member === 'number') ?? '');

const escape = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\s+/g, ' ');

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = resolve(import.meta.dirname, '..');
  writeFileSync(resolve(root, 'docs', 'errors.md'), errorsReference(root));
}
