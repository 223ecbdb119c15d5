import { beforeAll, expect, test } from 'vitest';
import {
  type Agent,
  type Approved,
  createAskingAgents,
  errorOf,
  receiptOf,
} from '../../../contract-tests/fixtures/sso/agents.ts';
import { addMember, type Developer, outcomeOf, startDeveloper } from '../../../contract-tests/fixtures/sso/clients.ts';
import { approvedCode, enrol, sendAsDevice, type Tokens } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { authorize, flow, form, issuer, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { createGrantedDetails, readDetailTypes } from '../../client/approvals/granted-details.ts';
import { createMemoryReplayStore } from '../../client/dpop/replay-stores.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { decode } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);
let ada: Developer;
let hotel: string;
let agent: Agent;
let type: string;
beforeAll(async () => {
  ada = await startDeveloper(sso);
  hotel = await ada.create('Hotel');
  type = (await register(booking)).json<{ type: string }>().type;
  agent = await connect(hotel);
});

const { connect, ask, asked, exchange, inbox, decide } = createAskingAgents(() => sso);

const schema = {
  type: 'object',
  required: ['room', 'nights'],
  properties: {
    room: { type: 'string', maxLength: 40 },
    nights: { type: 'integer', minimum: 1, maximum: 30 },
    breakfast: { type: 'boolean' },
    bed: { type: 'string', enum: ['single', 'double'] },
  },
};
const sentences = { en: 'Book {room} for {nights} nights', de: '{room} für {nights} Nächte buchen' };
const booking = { name: 'booking', schema, sentences, usedOnce: true };

const register = (body: object, clientId = hotel, developer = ada) =>
  developer.send('POST', `/applications/${clientId}/detail-types`, body);
const path = (name: string) => `/applications/${hotel}/detail-types/${name}`;
const detail = (further: object = {}) => ({ type, room: 'Suite “Nord”', nights: 3, ...further });
/** Sends requests of a resource to the provider. */
const fromProvider: typeof fetch = async (...request) => {
  const { statusCode, body } = await sso.app.inject(new Request(...request).url.slice(issuer.length));
  return new Response(body, { status: statusCode });
};
const asking = (further: object = {}) => ({ authorization_details: JSON.stringify([detail(further)]) });

test('createDetailType, RFC 9396 §10: the schema of a registered type is published complete, and getDetailTypes lists it', async () => {
  expect(type).toBe(`${hotel}:booking`);
  const published = await sso.app.inject(`/oauth/authorization-details-types/${type}`);
  expect(published.json()).toEqual({
    type,
    schema: {
      type: 'object',
      additionalProperties: false,
      required: ['type', 'room', 'nights'],
      properties: { type: { const: type }, ...schema.properties },
    },
    sentences,
    usedOnce: true,
  });
  const { types } = (await ada.send('GET', `/applications/${hotel}/detail-types`)).json<{ types: readonly object[] }>();
  expect(types).toEqual([{ type, ...booking, createdAt: expect.any(String) }]);
});

test('createDetailType: a type says whether it is used once, which one is not by default, and getAuthorizationDetailsType too', async () => {
  const { usedOnce: _, ...query } = { ...booking, name: 'price-list' };
  const added = (await register(query)).json<{ readonly type: string; readonly usedOnce: boolean }>();
  expect(added.usedOnce).toBe(false);
  expect(outcomeOf(await register({ ...query, name: 'text', usedOnce: 'true' }))).toEqual([400, 'invalid_request']);
  const documents = await readDetailTypes({
    issuer,
    types: [type, added.type, 'payment', 'action', 'delegation'],
    fetch: fromProvider,
  });
  expect(documents.map(({ usedOnce }) => usedOnce)).toEqual([true, false, true, true, false]);
  await expect(readDetailTypes({ issuer, types: [`${hotel}:unknown`], fetch: fromProvider })).rejects.toMatchObject({
    code: 'bad_metadata',
    status: 404,
  });
  await ada.send('DELETE', path('price-list'));
});

test('createGrantedDetails: a granted detail of a type that is used once acts once, and one of another type again', async () => {
  const query = await register({ ...booking, name: 'price-list', usedOnce: false });
  const repeated = query.json<{ readonly type: string }>().type;
  const used = createMemoryReplayStore({ now: () => sso.now().getTime() });
  const details = createGrantedDetails({
    types: await readDetailTypes({ issuer, types: [type, repeated], fetch: fromProvider }),
    store: () => used,
  });
  const claimsOf = async (further: object) => {
    const id = await asked(agent, asking(further));
    await decide(agent, { decision: 'approve' });
    return decode((await exchange(agent.key, id, hotel)).json<Approved>().access_token).claims;
  };
  const once = await claimsOf({});
  const results = await Promise.all(
    Array.from({ length: 20 }, () => details.use(once, { type, nights: 3 }, undefined)),
  );
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  const again = await claimsOf({ type: repeated });
  for (let times = 0; times < 3; times++)
    expect(await details.use(again, { type: repeated, nights: 3 }, undefined)).toMatchObject({ ok: true });
  await ada.send('DELETE', path('price-list'));
});

test('RFC 9396 §2: a detail of a registered type is asked, granted, in the token, its response and the receipt', async () => {
  const id = await asked(agent, asking());
  const [request] = await inbox(agent.device, 'pending');
  const shown = { en: 'Book "Suite “Nord”" for 3 nights', de: '"Suite “Nord”" für 3 Nächte buchen' };
  expect(request).toMatchObject({
    detailSentences: [shown],
    permissions: [`do this, in its own words: ${shown.en} (room: "Suite “Nord”", nights: 3)`],
  });
  const page = await sendAsDevice(sso, agent.device, 'GET', `/api/v1/owner/requests/${request?.requestId}`);
  expect(page.json()).toMatchObject({ authorizationDetails: [detail()], detailSentences: [shown] });
  await decide(agent, { decision: 'approve' });
  const response = await exchange(agent.key, id, hotel);
  const tokens = response.json<Approved>();
  expect(tokens.authorization_details).toEqual([detail()]);
  expect(decode(tokens.access_token).claims).toMatchObject({ authorization_details: [detail()] });
  expect(receiptOf(response).claims).toMatchObject({ authorization_details: [detail()], detail_sentences: [shown] });
});

test('RFC 9396 §3, §4: authorize and createPushedAuthorization accept a registered type, and the approver reads its sentence', async () => {
  const { query } = flow({ client_id: hotel, ...asking() });
  expect((await form(sso, '/oauth/par', query)).statusCode).toBe(201);
  const started = (await authorize(sso, query)).json<{ deep_link: string }>();
  const { device } = await enrol(sso);
  const link = started.deep_link.split('/').at(-1);
  expect((await sendAsDevice(sso, device, 'GET', `/api/v1/owner/requests/${link}`)).json()).toMatchObject({
    authorizationDetails: [detail()],
    detailSentences: [{ en: 'Book "Suite “Nord”" for 3 nights' }],
  });
  const { grant } = await approvedCode(sso, { client_id: hotel, ...asking() });
  const tokens = (await form(sso, '/oauth/token', grant)).json<Tokens & { readonly authorization_details: unknown }>();
  expect(tokens.authorization_details).toEqual([detail()]);
});

test.each<[string, object]>([
  ['a member that is missing', { nights: undefined }],
  ['an unknown member', { price: '1' }],
  ['an inherited member', { constructor: 'x' }],
  ['text for a number', { nights: '3' }],
  ['a fraction', { nights: 1.5 }],
  ['a number beyond its range', { nights: 31 }],
  ['a number for a truth value', { breakfast: 1 }],
  ['an object for text', { room: { name: 'Suite' } }],
  ['text that is too long', { room: 'x'.repeat(41) }],
  ['text that is not listed', { bed: 'water' }],
  ['text that changes its direction', { room: 'Suite\u202e' }],
  ['a line break', { room: 'Suite\nApproved' }],
])('RFC 9396 §5: a detail of a registered type with %s is refused', async (_name, further) => {
  expect(errorOf(await ask(agent, asking(further)))).toEqual([400, 'invalid_authorization_details']);
  const { query } = flow({ client_id: hotel, ...asking(further) });
  expect(errorOf(await form(sso, '/oauth/par', query))).toEqual([400, 'invalid_authorization_details']);
});

test('RFC 9396 §5: a type that another application registered, or none, is unknown', async () => {
  const other = await connect();
  expect(errorOf(await ask(other, asking()))).toEqual([400, 'invalid_authorization_details']);
  for (const name of [`${hotel}:cancel`, `${hotel}:`, `${hotel}:\u0000`, `${hotel}:toString`])
    expect(errorOf(await ask(agent, asking({ type: name })))).toEqual([400, 'invalid_authorization_details']);
  for (const name of [`${hotel}:cancel`, `${hotel}:`, `${hotel}:%00`])
    expect([400, 404]).toContain((await sso.app.inject(`/oauth/authorization-details-types/${name}`)).statusCode);
});

test('approvals: values end where their quotation marks end, and right-to-left text keeps its direction to itself', async () => {
  await asked(agent, asking({ room: '" for 1 night; room: "שלום', breakfast: false }));
  const [request] = await inbox(agent.device, 'pending');
  expect(request?.permissions).toEqual([
    'do this, in its own words: Book \u2068"\\" for 1 night; room: \\"שלום"\u2069 for 3 nights (room: \u2068"\\" for 1 night; room: \\"שלום"\u2069, nights: 3, breakfast: false)',
  ]);
});

test('approvals: a request of a registered type has no mandate', async () => {
  const asker = await connect(hotel);
  await asked(asker, asking());
  const mandate = { limit: '10', period: 'day', endsAt: new Date(sso.now().getTime() + 86_400_000).toISOString() };
  expect(errorOf(await decide(asker, { decision: 'approve', mandate }))).toEqual([400, 'invalid_request']);
});

const members = (properties: object) => ({ schema: { type: 'object', properties } });
const text = { type: 'string' };
test.each<[string, object]>([
  ['no name', { name: undefined }],
  ['a name with a colon', { name: 'a:b' }],
  ['a name of 33 characters', { name: 'x'.repeat(33) }],
  ['no English sentence', { sentences: { de: 'Buchen' } }],
  ['a sentence in an unknown language', { sentences: { ...sentences, xx: 'Book' } }],
  ['a sentence of 201 characters', { sentences: { en: 'x'.repeat(201) } }],
  ['a sentence that names an unknown member', { sentences: { en: 'Book {price}' } }],
  ['a sentence that names a member twice', { sentences: { en: '{room} {room} book' } }],
  ['a brace without its other one', { sentences: { en: 'Book {room' } }],
  ['a sentence of values alone', { sentences: { en: '{room}' } }],
  ['a sentence that changes its direction', { sentences: { en: 'Book {room}\u202e' } }],
  ['a sentence with a line break', { sentences: { en: 'Book {room}\nApproved' } }],
  ['no members', members({})],
  ['21 members', members(Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`m${index}`, text])))],
  ['a member named type', members({ room: text, nights: text, type: text })],
  ['a member named as an address', members({ room: text, nights: text, 'https://x.test': text })],
  ['a pattern', members({ room: { type: 'string', pattern: '(a+)+$' }, nights: text })],
  ['a remote reference', members({ room: { $ref: 'https://evil.test/schema' }, nights: text })],
  ['a nested object', members({ room: { type: 'object', properties: {} }, nights: text })],
  ['a list', members({ room: { type: 'array', items: text }, nights: text })],
  ['a range of text', members({ room: { type: 'string', minimum: 1 }, nights: text })],
  ['an empty range', members({ room: text, nights: { type: 'integer', minimum: 2, maximum: 1 } })],
  ['an allowed text that hides text', members({ room: { type: 'string', enum: ['a\u200b'] }, nights: text })],
  ['a required member that is not there', { schema: { ...schema, required: ['price'] } }],
  ['further members allowed', { schema: { ...schema, additionalProperties: true } }],
])('createDetailType: a type with %s is refused', async (_name, changes) => {
  expect(outcomeOf(await register({ ...booking, name: 'refused', ...changes }))).toEqual([400, 'invalid_request']);
});

test('createDetailType: a detail of 2,000 characters is shown, a longer one refused', async () => {
  const properties = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`m${index}`, text]));
  const { type: long } = (
    await register({ name: 'long', schema: { type: 'object', properties }, sentences: { en: 'Read it' } })
  ).json<{ type: string }>();
  const of = (length: number) => {
    const rest = { m0: 'x'.repeat(500), m1: 'x'.repeat(500), m2: 'x'.repeat(500) };
    const size = JSON.stringify({ type: long, ...rest, m3: '' }).length;
    return { authorization_details: JSON.stringify([{ type: long, ...rest, m3: 'x'.repeat(length - size) }]) };
  };
  expect((await ask(agent, of(2000))).statusCode).toBe(200);
  expect(errorOf(await ask(agent, of(2001)))).toEqual([400, 'invalid_authorization_details']);
});

test('createDetailType: a name is taken once, also by concurrent requests, and an application has 20 types', async () => {
  const shop = await ada.create('Shop');
  const results = await Promise.all(Array.from({ length: 3 }, () => register(booking, shop)));
  expect(results.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  for (let count = 1; count < 20; count++)
    expect((await register({ ...booking, name: `booking-${count}` }, shop)).statusCode).toBe(201);
  expect(outcomeOf(await register({ ...booking, name: 'one-more' }, shop))).toEqual([409, 'detail_type_limit']);
  expect(outcomeOf(await register(booking, shop))).toEqual([409, 'detail_type_exists']);
});

test('deleteDetailType: a removed type is unknown, and what was asked keeps its sentence', async () => {
  const { type: tour } = (await register({ ...booking, name: 'tour' })).json<{ type: string }>();
  const asker = await connect(hotel);
  const id = await asked(asker, asking({ type: tour }));
  expect((await ada.send('DELETE', path('tour'))).statusCode).toBe(204);
  expect(outcomeOf(await ada.send('DELETE', path('tour')))).toEqual([404, 'detail_type_not_found']);
  expect(errorOf(await ask(asker, asking({ type: tour })))).toEqual([400, 'invalid_authorization_details']);
  expect((await sso.app.inject(`/oauth/authorization-details-types/${tour}`)).statusCode).toBe(404);
  // Registered again with another sentence, it does not change what the person reads.
  await register({ ...booking, name: 'tour', sentences: { en: 'Do nothing' } });
  expect((await inbox(asker.device, 'pending'))[0]?.detailSentences).toEqual([
    expect.objectContaining({ en: 'Book "Suite “Nord”" for 3 nights' }),
  ]);
  await decide(asker, { decision: 'approve' });
  expect((await exchange(asker.key, id, hotel)).statusCode).toBe(200);
});

test('createDetailType: members read the types, owners register and remove them, and others see no application', async () => {
  const member = await addMember(sso, ada, hotel);
  expect((await member.send('GET', `/applications/${hotel}/detail-types`)).statusCode).toBe(200);
  expect(outcomeOf(await register(booking, hotel, member))).toEqual([403, 'application_owner_required']);
  expect(outcomeOf(await member.send('DELETE', path('booking')))).toEqual([403, 'application_owner_required']);
  const stranger = await startDeveloper(sso);
  expect(outcomeOf(await stranger.send('GET', `/applications/${hotel}/detail-types`))).toEqual([
    404,
    'application_not_found',
  ]);
  expect(outcomeOf(await register(booking, hotel, stranger))).toEqual([404, 'application_not_found']);
});
