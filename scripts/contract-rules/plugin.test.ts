import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { contractRules } from './plugin.ts';

const rules = Object.keys(contractRules).map((name) => `contract/${name}`);

/** Breaks every rule of the plugin. */
const broken = `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    get:
      operationId: listNotes
      tags: [webhooks]
      security: [{ dpop: [] }]
      responses:
        '200':
          description: All
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } }
          links: { next: { operationId: listNotes, requestBody: {} } }
        '400': { description: Wrong, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
        '429': { description: Slower }
    post:
      operationId: putNote
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/NewNote' } } } }
      responses: { '204': { description: Written } }
  /notes/import:
    post:
      operationId: importNotes
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/NoteForm' } } } }
      responses: { '204': { description: Imported } }
components:
  securitySchemes:
    dpop: { type: http, scheme: DPoP }
    dpopProof: { type: apiKey, in: header, name: DPoP }
    note: { type: apiKey, in: header, name: Note }
  schemas:
    Note:
      type: object
      additionalProperties: false
      properties:
        size: { type: integer }
        ok: { type: boolean, const: true }
        value: { type: [string, integer] }
        version: { const: '2.0' }
        order: { type: string, enum: [up, down], default: up, x-enum-varnames: [Upwards, Downwards] }
        id: { type: string, format: uuid, pattern: '^[0-9a-f-]+$' }
        place: { type: object, properties: {} }
        author: { type: [object, 'null'] }
        state: { $ref: '#/components/schemas/State' }
        phase: { $ref: '#/components/schemas/Phase' }
        either: { oneOf: [{ type: string }, { type: boolean }] }
    State: { type: string, enum: [open, shut] }
    Phase: { type: string, enum: [open, late] }
    NoteForm: { type: object, properties: { state: { $ref: '#/components/schemas/State' } } }
    NewNote: { type: object, properties: { text: { type: string } } }
`;

const kept = `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    post:
      operationId: createNote
      tags: [notes]
      x-cors: none
      x-effects: [none]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/CreateNoteRequest' } } } }
      responses: { '204': { description: Written } }
components:
  schemas:
    CreateNoteRequest:
      type: object
      additionalProperties: false
      properties: { size: { type: integer, format: int32 } }
`;

const confirmed = (operation: string) => `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes/{id}/members:
    post:
      operationId: createMember
      tags: [notes]
      x-cors: none
${operation
  .trim()
  .split('\n')
  .map((line) => `      ${line.trim()}`)
  .join('\n')}
components:
  securitySchemes: { cookie: { type: apiKey, in: cookie, name: session } }
`;
const cors = (one: string, other: string) => `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes/{id}:
    get: { operationId: getNote, tags: [notes], ${one} responses: { '204': { description: Done } } }
    delete: { operationId: deleteNote, tags: [notes], x-effects: [none], ${other} responses: { '204': { description: Done } } }
`;
const withResponses = "responses: { '204': { description: Done }, '401': { description: Refused } }";
const refusedEffects: readonly (readonly [string, string])[] = [
  ['no x-effects', `security: [{ cookie: [] }]`],
  ['an unknown effect', `security: [{ cookie: [] }]\nx-effects: [mail]\nx-confirmation: { maxAge: 600 }`],
  ['none beside an effect', `security: [{ cookie: [] }]\nx-effects: [none, key]`],
  ['an effect without x-confirmation', `security: [{ cookie: [] }]\nx-effects: [membership]`],
  [
    'x-confirmation without an effect',
    `security: [{ cookie: [] }]\nx-effects: [none]\nx-confirmation: { maxAge: 600 }`,
  ],
  [
    'a confirmation that is valid for an hour',
    `security: [{ cookie: [] }]\nx-effects: [key]\nx-confirmation: { maxAge: 3600 }`,
  ],
  [
    'the effect console without an action',
    `security: [{ cookie: [] }]\nx-effects: [console]\nx-confirmation: { maxAge: 600 }`,
  ],
  ['x-confirmation where nobody is signed in', `security: []\nx-effects: [key]\nx-confirmation: { maxAge: 600 }`],
];
const acceptedEffects: readonly (readonly [string, string])[] = [
  ['without effects', `security: [{ cookie: [] }]\nx-effects: [none]`],
  ['with an effect where nobody is signed in', `security: []\nx-effects: [destination]`],
  [
    'with effects and the age of a ceremony',
    `security: [{ cookie: [] }]\nx-effects: [membership, key]\nx-confirmation: { maxAge: 600 }`,
  ],
  [
    'with the effect console and an action',
    `security: [{ cookie: [] }]\nx-effects: [console]\nx-confirmation: { action: open_console }`,
  ],
];

/** What is linted, and the rules that it breaks. */
const contracts: readonly (readonly [title: string, contract: string, broken: readonly string[]])[] = [
  ['a contract that breaks every rule is refused by each', broken, rules],
  ['a contract that keeps the rules is accepted', kept, []],
  ...refusedEffects.map(
    ([defect, operation]) =>
      [
        `an operation with ${defect} is refused`,
        confirmed(`${operation}\n${withResponses}`),
        ['contract/declared-effects'],
      ] as const,
  ),
  ...acceptedEffects.map(
    ([kind, operation]) =>
      [`an operation ${kind} is accepted`, confirmed(`${operation}\n${withResponses}`), []] as const,
  ),
  [
    'an operation with x-confirmation documents 401',
    confirmed(
      `security: [{ cookie: [] }]\nx-effects: [key]\nx-confirmation: { maxAge: 600 }\nresponses: { '204': { description: Done } }`,
    ),
    ['contract/declared-effects'],
  ],
  ...(
    [
      ['without x-cors', '', 'x-cors: none,'],
      ['with an unknown policy', 'x-cors: everyone,', 'x-cors: everyone,'],
      ['with another policy than the path', 'x-cors: public,', 'x-cors: own,'],
    ] as const
  ).map(
    ([defect, one, other]) =>
      [`an operation ${defect} is refused`, cors(one, other), ['contract/declared-cors']] as const,
  ),
];

/** The broken rules of each contract, by its file. */
const found = new Map<string, Set<string>>();
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'rules-'));
  const files = contracts.map((_, index) => `${index}.yaml`);
  for (const [index, [, contract]] of contracts.entries()) writeFileSync(join(folder, `${index}.yaml`), contract);
  const config = {
    plugins: [join(import.meta.dirname, 'plugin.ts')],
    rules: Object.fromEntries(rules.map((rule) => [rule, 'error'])),
  };
  writeFileSync(join(folder, 'redocly.yaml'), JSON.stringify(config));
  const { stdout } = spawnSync(
    resolve(import.meta.dirname, '../../node_modules/.bin/redocly'),
    ['lint', ...files, '--config', 'redocly.yaml', '--format', 'json'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  rmSync(folder, { recursive: true });
  const reports = stdout.split(/(?<=^\})(?=\{)/m).map((report) => JSON.parse(report) as LintReport);
  expect(reports).toHaveLength(contracts.length);
  for (const { ruleId, location } of reports.flatMap(({ problems }) => problems)) {
    const file = location[0]?.source.ref ?? '';
    found.set(file, (found.get(file) ?? new Set()).add(ruleId));
  }
});

interface LintReport {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly location: readonly { readonly source: { readonly ref: string } }[];
  }[];
}

test.each(contracts.map(([title, , expected], index) => [title, `${index}.yaml`, expected] as const))(
  'lint:specs: %s',
  (_title, file, expected) => {
    expect([...(found.get(file) ?? [])].toSorted()).toEqual(expected.toSorted());
  },
);

test('contracts: every component in the files of features is used', () => {
  const root = resolve(import.meta.dirname, '../..');
  for (const file of globSync('specs/{sso,forum,backend,notifications}/*.yaml', { cwd: root })) {
    const bundle = JSON.parse(readFileSync(join(root, 'generated', file.split('/')[1] ?? '', 'spec.json'), 'utf8'));
    const { paths: _paths, ...sections } = parse(readFileSync(join(root, file), 'utf8'));
    for (const [section, components] of Object.entries<object>(sections))
      expect(Object.keys(bundle.components[section]), file).toEqual(expect.arrayContaining(Object.keys(components)));
  }
});
