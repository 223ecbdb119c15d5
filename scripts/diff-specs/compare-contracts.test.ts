import backend from '../../generated/backend/spec.json' with { type: 'json' };
import notifications from '../../generated/notifications/spec.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { announcesBreak, compareContracts } from './compare-contracts.ts';

/** A small contract with operations, a webhook and shared schemas. */
export const notesContract = {
  info: { title: 'Notes', version: '1.0.0', description: 'Notes.' },
  paths: {
    '/open': {
      put: {
        operationId: 'putOpen',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Open' } } } },
        responses: {},
      },
    },
    '/notes': {
      get: {
        operationId: 'listNotes',
        security: [{ dpop: [] }, { bearer: [] }],
        parameters: [
          { name: 'sort', in: 'query', schema: { type: 'string', enum: ['new', 'top'], default: 'new' } },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
        ],
        responses: {
          200: {
            description: 'Notes',
            headers: { ETag: { required: true, schema: { type: 'string' } } },
            content: {
              'application/json': {
                schema: { type: 'array', maxItems: 100, items: { $ref: '#/components/schemas/Note' } },
              },
            },
          },
          404: {
            description: 'None',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
          },
        },
      },
      post: {
        operationId: 'writeNote',
        security: [],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/NewNote' } } } },
        responses: {
          201: {
            description: 'It',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } },
          },
        },
      },
    },
  },
  webhooks: {
    noted: {
      post: {
        operationId: 'sendNoted',
        parameters: [{ name: 'X-Signature', in: 'header', required: true, schema: { type: 'string' } }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Noted' } } } },
        responses: { '2XX': { description: 'Accepted' } },
      },
    },
  },
  components: {
    securitySchemes: { dpop: { type: 'http', scheme: 'DPoP' }, bearer: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Note: {
        type: 'object',
        required: ['id', 'score', 'state'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          score: { type: 'integer', minimum: 0 },
          state: { type: 'string', enum: ['draft', 'public'] },
          replies: { type: 'array', items: { $ref: '#/components/schemas/Note' } },
        },
      },
      NewNote: {
        type: 'object',
        additionalProperties: false,
        required: ['text'],
        properties: { text: { $ref: '#/components/schemas/Text', minLength: 2 }, parentId: { type: 'string' } },
      },
      Text: { type: 'string', minLength: 1, maxLength: 300, pattern: '^[a-z]' },
      Failure: { type: 'object', required: ['code'], properties: { code: { type: 'string', enum: ['not_found'] } } },
      Open: { type: 'object', properties: {} },
      Noted: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
    },
  },
};

/** New values by path; undefined removes the member. */
export type Edits = Readonly<Record<string, unknown>>;

/** Returns a copy of the contract with other values. */
export function editedNotes(edits: Edits) {
  const copy = structuredClone(notesContract);
  for (const [path, value] of Object.entries(edits)) {
    const steps = path.split(' ');
    const name = steps.pop() ?? '';
    const place = steps.reduce<unknown>((node, step) => Reflect.get(Object(node), step), copy);
    if (value === undefined) Reflect.deleteProperty(Object(place), name);
    else Reflect.set(Object(place), name, value);
  }
  return copy;
}

const changesAfter = (edits: Edits) => compareContracts(notesContract, editedNotes(edits));

const list = 'paths /notes get';
const write = 'paths /notes post';
const note = 'components schemas Note';
const newNote = 'components schemas NewNote';
const text = 'components schemas Text';

type Row = readonly [what: string, edits: Edits, reported: string];

describe('breaking changes', () => {
  const rows: readonly Row[] = [
    ['an operation is removed', { [write]: undefined }, 'the operation was removed'],
    [
      'an operation is renamed',
      { [`${list} operationId`]: 'notes' },
      'listNotes is now called notes, also in generated clients',
    ],
    ['a parameter is removed', { [`${list} parameters`]: [] }, 'query parameter sort is no longer accepted'],
    [
      'a parameter becomes required',
      { [`${list} parameters 1 required`]: true },
      'query parameter limit is now required',
    ],
    [
      'a required header is added',
      { [`${write} parameters`]: [{ name: 'X-Key', in: 'header', required: true, schema: {} }] },
      'header parameter X-Key is new and required',
    ],
    [
      'an enum of a request loses a value',
      { [`${list} parameters 0 schema enum`]: ['new'] },
      'query parameter sort: "top" is no longer a value',
    ],
    [
      'a default changes',
      { [`${list} parameters 0 schema default`]: 'top' },
      'query parameter sort: default "new" → "top"',
    ],
    ['a limit is lowered', { [`${list} parameters 1 schema maximum`]: 50 }, 'query parameter limit: maximum 100 → 50'],
    ['the limit of a shared schema is lowered', { [`${text} maxLength`]: 5 }, 'NewNote.text: maxLength 300 → 5'],
    ['a limit is added', { [`${newNote} properties parentId minLength`]: 9 }, 'NewNote.parentId: minLength none → 9'],
    ['a pattern changes', { [`${text} pattern`]: '^[a-f]' }, 'NewNote.text: pattern "^[a-z]" → "^[a-f]"'],
    ['a type of a request changes', { [`${text} type`]: 'integer' }, 'NewNote.text: string → integer'],
    [
      'a member of a request becomes required',
      { [`${newNote} required`]: ['text', 'parentId'] },
      'NewNote.parentId is now required',
    ],
    [
      'a required member is added to a request',
      { [`${newNote} required`]: ['text', 'colour'], [`${newNote} properties colour`]: { type: 'string' } },
      'NewNote.colour is new and required',
    ],
    [
      'a member of a closed request is removed',
      { [`${newNote} properties parentId`]: undefined },
      'NewNote.parentId is no longer accepted',
    ],
    [
      'a request no longer allows other members',
      { 'components schemas Open additionalProperties': false },
      'Open: other members are no longer allowed',
    ],
    ['a body becomes required', { [`${write} requestBody required`]: true }, 'the body is now required'],
    [
      'a body has another media type',
      { [`${write} requestBody content`]: { 'text/plain': { schema: {} } } },
      'body: application/json was removed',
    ],
    ['a member of a response is removed', { [`${note} properties score`]: undefined }, 'Note.score was removed'],
    [
      'a member of a response becomes optional',
      { [`${note} required`]: ['id', 'score'] },
      'Note.state is no longer required',
    ],
    [
      'a member of a response becomes nullable',
      { [`${note} properties score type`]: ['integer', 'null'] },
      'Note.score: integer → integer or null',
    ],
    ['a type of a response changes', { [`${note} properties score type`]: 'string' }, 'Note.score: integer → string'],
    [
      'an enum of a response gains a value',
      { [`${note} properties state enum`]: ['draft', 'public', 'hidden'] },
      'Note.state: "hidden" is a new value',
    ],
    [
      'a bound of a response is removed',
      { [`${note} properties score minimum`]: undefined },
      'Note.score: minimum 0 → none',
    ],
    [
      'a list of a response may be longer',
      { [`${list} responses 200 content application/json schema maxItems`]: 500 },
      'response 200: maxItems 100 → 500',
    ],
    [
      'an error code is renamed',
      { 'components schemas Failure properties code enum': ['missing'] },
      'Failure.code: "not_found" is no longer a value',
    ],
    [
      'a success response is removed',
      { [`${write} responses 201`]: undefined },
      'response 201 is no longer documented',
    ],
    ['an error response is removed', { [`${list} responses 404`]: undefined }, 'response 404 is no longer documented'],
    [
      'a header of a response is removed',
      { [`${list} responses 200 headers ETag`]: undefined },
      'header ETag of response 200 was removed',
    ],
    [
      'credentials become required',
      { [`${write} security`]: [{ dpop: [] }] },
      'security: no credentials no longer suffices',
    ],
    [
      'one kind of credentials is no longer accepted',
      { [`${list} security`]: [{ dpop: [] }] },
      'security: bearer no longer suffices',
    ],
    [
      'two credentials become required together',
      { [`${list} security`]: [{ dpop: [], bearer: [] }] },
      'security: dpop no longer suffices',
    ],
    [
      'the scheme of credentials changes',
      { 'components securitySchemes dpop scheme': 'Proof' },
      'security: dpop no longer suffices',
    ],
    [
      'a webhook no longer sends a member',
      { 'components schemas Noted properties id': undefined },
      'Noted.id was removed',
    ],
    [
      'a webhook no longer sends a header',
      { 'webhooks noted post parameters': [] },
      'header X-Signature of the request was removed',
    ],
    ['a webhook is removed', { 'webhooks noted': undefined }, 'the operation was removed'],
  ];
  test.each(rows)('diff:specs: %s', (_what, edits, reported) => {
    const breaking = changesAfter(edits).filter((one) => one.breaking);
    expect(breaking.map(({ what }) => what)).toContain(reported);
  });
});

describe('compatible changes', () => {
  const rows: readonly Row[] = [
    [
      'an operation is added',
      { 'paths /more': { get: { operationId: 'more', responses: {} } } },
      'the operation is new',
    ],
    [
      'an optional parameter is added',
      { [`${list} parameters 2`]: { name: 'a', in: 'query', schema: {} } },
      'query parameter a is new',
    ],
    ['a limit of a request is raised', { [`${text} maxLength`]: 500 }, 'NewNote.text: maxLength 300 → 500'],
    [
      'an enum of a request gains a value',
      { [`${list} parameters 0 schema enum`]: ['new', 'top', 'hot'] },
      'query parameter sort: "hot" is a new value',
    ],
    ['a type is added to a request', { [`${text} type`]: ['string', 'null'] }, 'NewNote.text: string → string or null'],
    [
      'an optional member is added to a request',
      { [`${newNote} properties colour`]: { type: 'string' } },
      'NewNote.colour is new',
    ],
    ['a member is added to a response', { [`${note} properties colour`]: { type: 'string' } }, 'Note.colour is new'],
    [
      'an error code is added',
      { 'components schemas Failure properties code enum': ['not_found', 'gone'] },
      'Failure.code: "gone" is a new value',
    ],
    ['a bound is added to a response', { [`${note} properties score minimum`]: 1 }, 'Note.score: minimum 0 → 1'],
    [
      'a response limits its values to an enum',
      { [`${note} properties score`]: { type: 'integer', enum: [0, 1] } },
      'Note.score: is now one of 0, 1',
    ],
    ['an error response is added', { [`${list} responses 418`]: { description: 'Tea' } }, 'response 418 is new'],
    ['credentials become optional', { [`${list} security`]: [] }, 'security: no credentials suffices now'],
  ];
  test.each(rows)('diff:specs: %s', (_what, edits, reported) => {
    const changes = changesAfter(edits);
    expect(changes.filter((one) => one.breaking)).toEqual([]);
    expect(changes.map(({ what }) => what)).toContain(reported);
  });

  test('diff:specs: descriptions and examples are not compared', () => {
    expect(
      changesAfter({
        'info description': 'Other words.',
        [`${note} description`]: 'Other words.',
        [`${note} properties id examples`]: ['a'],
      }),
    ).toEqual([]);
  });
});

test('diff:specs: a change of a shared schema is one entry with all its operations', () => {
  const [change, ...others] = changesAfter({ [`${note} properties replies`]: undefined });
  expect(others).toEqual([]);
  expect(change).toEqual({
    breaking: true,
    what: 'Note.replies was removed',
    where: ['GET /notes', 'POST /notes'],
  });
});

test('diff:specs: a renamed path parameter is reported as a parameter change', () => {
  const at = (path: string, name: string) => ({
    info: { version: '1.0.0' },
    paths: {
      [path]: {
        get: { operationId: 'read', parameters: [{ name, in: 'path', required: true, schema: {} }], responses: {} },
      },
    },
  });
  expect(compareContracts(at('/notes/{id}', 'id'), at('/notes/{noteId}', 'noteId')).map(({ what }) => what)).toEqual([
    'path parameter id is no longer accepted',
    'path parameter noteId is new and required',
  ]);
});

test.each([backend, notifications])('diff:specs: a contract does not differ from itself', (real) => {
  expect(compareContracts(real, structuredClone(real))).toEqual([]);
});

test.each([
  ['1.4.2', '2.0.0', true],
  ['1.4.2', '1.5.0', false],
  ['1.4.2', '1.4.2', false],
  ['0.3.1', '0.4.0', true],
  ['0.3.1', '0.3.2', false],
  ['0.9.0', '1.0.0', true],
])('SemVer §4, §8: from %s to %s announces a breaking change: %s', (was, is, announced) => {
  expect(announcesBreak(was, is)).toBe(announced);
});
