import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
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

function problemsOf(contract: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'rules-'));
  const root = resolve(import.meta.dirname, '../..');
  try {
    writeFileSync(join(folder, 'notes.yaml'), contract);
    const config = {
      plugins: [join(import.meta.dirname, 'plugin.ts')],
      rules: Object.fromEntries(rules.map((rule) => [rule, 'error'])),
    };
    writeFileSync(join(folder, 'redocly.yaml'), JSON.stringify(config));
    const program = join(root, 'node_modules', '.bin', 'redocly');
    const args = ['lint', 'notes.yaml', '--config', 'redocly.yaml', '--format', 'json'];
    const output = execFileSync(program, args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    return reported(output);
  } catch (error) {
    return reported(String((error as { stdout?: string }).stdout));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const reported = (output: string): readonly string[] => [
  ...new Set(Array.from(output.matchAll(/"ruleId": "([^"]+)"/g), ([, rule = '']) => rule)),
];

test('lint:specs: each contract rule reports a contract that breaks it', () => {
  expect(problemsOf(broken).toSorted()).toEqual(rules.toSorted());
});

test('lint:specs: a contract that keeps the rules is accepted', () => {
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
  expect(problemsOf(kept)).toEqual([]);
});

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
const withResponses = "responses: { '204': { description: Done }, '401': { description: Refused } }";

test.each([
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
])('lint:specs: an operation with %s is refused', (_defect, operation) => {
  expect(problemsOf(confirmed(`${operation}\n${withResponses}`))).toEqual(['contract/declared-effects']);
});

test.each([
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
])('lint:specs: an operation %s is accepted', (_kind, operation) => {
  expect(problemsOf(confirmed(`${operation}\n${withResponses}`))).toEqual([]);
});

test('lint:specs: an operation with x-confirmation documents 401', () => {
  const operation = `security: [{ cookie: [] }]\nx-effects: [key]\nx-confirmation: { maxAge: 600 }`;
  const problems = problemsOf(confirmed(`${operation}\nresponses: { '204': { description: Done } }`));
  expect(problems).toEqual(['contract/declared-effects']);
});

test('contracts: every component in the files of features is used', () => {
  const root = resolve(import.meta.dirname, '../..');
  for (const file of globSync('specs/{sso,forum,backend,notifications}/*.yaml', { cwd: root })) {
    const bundle = JSON.parse(readFileSync(join(root, 'generated', file.split('/')[1] ?? '', 'spec.json'), 'utf8'));
    const { paths: _paths, ...sections } = parse(readFileSync(join(root, file), 'utf8'));
    for (const [section, components] of Object.entries<object>(sections))
      expect(Object.keys(bundle.components[section]), file).toEqual(expect.arrayContaining(Object.keys(components)));
  }
});

test.each([
  ['without x-cors', 'tags: [notes]', 'x-cors: none'],
  ['with an unknown policy', 'x-cors: everyone', 'x-cors: everyone'],
  ['with another policy than the path', 'x-cors: public', 'x-cors: own'],
])('lint:specs: an operation %s is refused', (_defect, one, other) => {
  const operation = (policy: string) => `{ tags: [notes], ${policy}, responses: { '204': { description: Done } } }`;
  const contract = `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes/{id}:
    get: { operationId: getNote, ${operation(one).slice(1)}
    delete: { operationId: deleteNote, x-effects: [none], ${operation(other).slice(1)}
`;
  expect(problemsOf(contract.replace('tags: [notes], tags: [notes]', 'tags: [notes]'))).toEqual([
    'contract/declared-cors',
  ]);
});
