/** Writes `docs/errors.md`: every error of the contracts and of the areas' catalogues, with an example message where there is one. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { backendErrors } from '../src/backend/errors.ts';
import { forumErrors } from '../src/forum/errors.ts';
import { notificationsErrors } from '../src/notifications/errors.ts';
import type { ErrorFormat, HttpProblem } from '../src/runtime/errors/http-problem.ts';
import { ssoErrors } from '../src/sso/errors/sso-errors.ts';
import { type Area, areas } from '../src/typed-contract/areas.ts';
import { remediesOf } from './docs-site/error-remedies.ts';
import { showHelp } from './command/show-help.ts';

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});

const titles: Readonly<Record<Area, string>> = {
  sso: 'A. Sign-in provider',
  forum: 'C. Forum',
  backend: 'D. Mini-app backend',
  notifications: 'E. Notification service',
};

const formats: Readonly<Record<Area, ErrorFormat>> = {
  sso: ssoErrors,
  forum: forumErrors,
  backend: backendErrors({}),
  notifications: notificationsErrors,
};

/** What goes wrong before a request belongs to an operation. */
const problems: readonly HttpProblem[] = [
  { kind: 'not_found', path: '/nowhere' },
  { kind: 'method_not_allowed', method: 'PUT', allow: 'GET, HEAD' },
  { kind: 'timed_out' },
  { kind: 'headers_too_large' },
];

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
    const remedyOf = remediesOf(contract);
    const rows = documentedErrors(contract, formats[area]).map(
      ({ status, code, text, operations }) =>
        `| ${status} | \`${code}\` | ${escape(text || remedyOf(code))} | ${operations.size === 0 ? 'any request' : operationsText(operations)} |`,
    );
    return `## ${titles[area]}\n\n| status | code | message or remedy | operations |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Errors

Every error that the contracts document, written by \`npm run docs:errors\`. Compare codes in programs and show messages to
people: messages may change, codes do not. Where there is no example, the third column says what to do. Each service has its own error format; every response has an \`X-Request-Id\`.

${sections.join('\n')}`;
}

function documentedErrors(contract: Node, format: ErrorFormat): DocumentedError[] {
  const found = new Map<string, DocumentedError>();
  const add = (status: string, code: string, text: string): Set<string> => {
    const known = found.get(`${status} ${code}`);
    const entry = { status, code, text: known?.text || text, operations: known?.operations ?? new Set<string>() };
    found.set(`${status} ${code}`, entry);
    return entry.operations;
  };
  for (const { operationId, status, codes, examples } of failures(contract)) {
    const shown = examples.map(wordsOf);
    for (const { code, text } of shown) add(status, code, text).add(operationId);
    // A code with an asterisk stands for those that begin like it.
    const hasExample = (code: string) => {
      const [start = '', end] = code.split('*');
      return shown.some((one) => (end === undefined ? one.code === code : one.code.startsWith(start)));
    };
    for (const code of codes.filter((one) => !hasExample(one))) add(status, code, '').add(operationId);
  }
  for (const error of problems.map((problem) => format.fromProblem(problem))) {
    const { code, text } = wordsOf(nodeOf(format.body(error)));
    add(String(error.status), code, text);
  }
  return [...found.values()].toSorted((a, b) => `${a.status} ${a.code}`.localeCompare(`${b.status} ${b.code}`, 'en'));
}

interface Failure {
  readonly operationId: string;
  readonly status: string;
  readonly codes: readonly string[];
  readonly examples: readonly Node[];
}

function* failures(contract: Node): Generator<Failure> {
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
        const { content, 'x-error-codes': codes } = lookUp(response);
        const { examples } = nodeOf(nodeOf(content)['application/json']);
        yield {
          operationId: String(operation['operationId']),
          status,
          codes: Array.isArray(codes) ? codes.map(String) : [],
          examples: Object.values(nodeOf(examples)).map((example) => nodeOf(lookUp(example)['value'])),
        };
      }
    }
  }
}

/** Code and message of an error body. */
const wordsOf = (body: Node) => ({
  code: firstText(body['code'], body['error']),
  text: firstText(body['error_description'], body['message'], body['error']),
});

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
  showHelp(`Usage: npm run docs:errors

Writes docs/errors.md from the contracts: every documented error with an example message.`);
  const root = resolve(import.meta.dirname, '..');
  writeFileSync(resolve(root, 'docs', 'errors.md'), errorsReference(root));
}
