import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { backendErrors } from '../src/backend/errors.ts';
import { forumErrors } from '../src/forum/errors.ts';
import { notificationsErrors } from '../src/notifications/errors.ts';
import type { ErrorFormat, HttpProblem } from '../src/runtime/errors/domain-error.ts';
import { ssoErrors } from '../src/sso/errors/sso-errors.ts';
import { type Area, areas } from '../src/typed-contract/areas.ts';
import { showHelp } from './command/show-help.ts';

/** What to do about error codes whose contracts have neither an example nor a row in a table of codes. */
const standard: ReadonlyMap<string, string> = new Map([
  ['access_denied', 'The person declined. Start a new sign-in if they want to try again.'],
  ['authorization_pending', 'The person has not decided yet. Ask again after `interval` seconds.'],
  ['consent_required', 'Start again without `prompt=none`: the person has to approve.'],
  ['expired_token', 'The device code expired. Ask for a new one.'],
  ['host_not_allowed', 'Call `/mcp` at the address of the forum.'],
  ['invalid_client_metadata', 'Correct the member that `error_description` names.'],
  ['invalid_request_uri', 'Push the request again: its address is unknown, used or expired.'],
  ['invalid_target', 'Ask for a `resource` of this platform, one that this client may use.'],
  ['key_compromised', 'The owner reported this key stolen. Make a new key.'],
  ['login_required', 'Start again without `prompt=none`: the person has to sign in.'],
  ['owner_mismatch', 'The request is for another owner. Sign in as that one.'],
  ['registration_not_supported', 'Register the client beforehand; `registration` is not read.'],
  ['request_not_supported', 'Send the parameters themselves, or push them: `request` is not read.'],
  ['request_uri_not_supported', 'Use an address from a pushed authorization request.'],
  ['slow_down', 'Ask five seconds less often from now on.'],
  ['unauthorized_client', 'Register the client for this grant or response type.'],
  ['', 'The body is a JSON-RPC error: read its `message`.'],
]);

/** Rows of the tables of codes in a contract: codes, then what to do. */
const codeRow = /^\s*\| ((?:`\w+`(?:, )?)+) \| (.+) \|\s*$/gm;

/** Returns what to do by error code, from the tables in a contract's texts. */
function remediesOf(contract: object): (code: string) => string {
  const found = new Map<string, string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string')
      for (const [, codes = '', remedy = ''] of value.matchAll(codeRow))
        for (const [, code = ''] of codes.matchAll(/`(\w+)`/g)) found.set(code, sentence(remedy));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(contract);
  return (code) => found.get(code) ?? standard.get(code) ?? '';
}

/** The tables continue the words of their heads: "the request | has no proof". */
const sentence = (text: string): string => {
  const whole = /^(?:has|authorizes|contains) /.test(text) ? `The request ${text}` : text;
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}${whole.endsWith('.') ? '' : '.'}`;
};

/** Writes `docs/errors.md`: every error of the contracts and of the areas' catalogues, with an example message where there is one. */

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
