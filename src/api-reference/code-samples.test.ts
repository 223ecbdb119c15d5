import { expect, test } from 'vitest';
import forum from '../../generated/forum/spec.json' with { type: 'json' };
import notifications from '../../generated/notifications/spec.json' with { type: 'json' };
import sso from '../../generated/sso/spec.json' with { type: 'json' };
import { codeSamples, withCodeSamples } from './code-samples.ts';
import { type DocumentedOperation, readContract, asList, asObject } from './read-contract.ts';

// contract-tests/mock/code-samples.test.ts proves that the samples compile and that curl receives a response.

const samplesOf = (contract: object, area: string, operationId: string) => {
  const operation = readContract(asObject(contract)).operations.find((one) => one.operationId === operationId);
  return new Map(
    codeSamples(operation ?? throwMissing(operationId), { area, baseUrl: 'https://x.example' }).map(
      ({ label, source }) => [label, source],
    ),
  );
};

function throwMissing(operationId: string): DocumentedOperation {
  throw new Error(`There is no operation ${operationId}.`);
}

test('code samples: for DPoP the toolkit signs for curl and the middleware signs for the client', () => {
  const samples = samplesOf(forum, 'forum', 'voteOnPost');
  expect(samples.get('curl')).toBe(
    `agent-id-auth header --raw --method POST --url https://x.example/api/posts/019ca8e2-9faa-7d21-8b40-6e1f20314253/vote |
  curl --request POST https://x.example/api/posts/019ca8e2-9faa-7d21-8b40-6e1f20314253/vote \\
    --header @- \\
    --header 'Content-Type: application/json' \\
    --data '{"value":1}'`,
  );
  expect(samples.get('TypeScript')).toBe(`import {
  createForumClient,
  type DpopKeypair,
  dpopMiddleware,
  unwrap,
} from '@platform/sdk/forum';

declare const keypair: DpopKeypair; // the key of the sign-in
declare const accessToken: string; // bound to that key

const forum = createForumClient({
  baseUrl: 'https://x.example',
  // Signs every request with a fresh DPoP proof.
  middleware: [dpopMiddleware({ keypair, accessToken: () => accessToken })],
});

const result = unwrap(await forum.voteOnPost({
  path: { id: '019ca8e2-9faa-7d21-8b40-6e1f20314253' },
  body: { value: 1 },
}));
console.log(result);`);
});

test('code samples: every accepted credential has a sample, and a server credential is a header', () => {
  expect([...samplesOf(sso, 'sso', 'getUserInfo').keys()]).toEqual([
    'curl',
    'TypeScript, Bearer',
    'TypeScript, DPoP',
    'Python',
    'Go',
  ]);
  expect([...samplesOf(sso, 'sso', 'exchangeToken').keys()]).toEqual([
    'curl',
    'TypeScript',
    'TypeScript, DPoP',
    'Python',
    'Go',
  ]);
  expect(samplesOf(notifications, 'notifications', 'sendNotification').get('TypeScript')).toContain(
    "headers: { 'X-Platform-Notifications-Key': apiKey },",
  );
});

/** Creates a contract with the operation writeNote, whose example body is the value. */
const contractOf = (value: unknown, more: object = {}) => ({
  info: { title: 'Notes', version: '1.0.0' },
  servers: [{ url: 'http://localhost:1/' }],
  paths: {
    '/notes/{name}': {
      post: {
        operationId: 'writeNote',
        parameters: [{ name: 'name', in: 'path', required: true, example: 'a b/c' }],
        requestBody: { content: { 'application/json': { examples: { one: { value } } } } },
        responses: { '204': { description: 'Written' } },
        ...more,
      },
    },
  },
});

test('code samples: quotes, line breaks and shell expansions are escaped', () => {
  const value = { text: `it's "x" $HOME \`id\` \\ \n é` };
  const samples = samplesOf(contractOf(value), 'notes', 'writeNote');
  expect(samples.get('curl')).toContain(`--data '${JSON.stringify(value).replaceAll("'", `'\\''`)}'`);
  expect(samples.get('curl')).toContain('https://x.example/notes/a%20b%2Fc');
  const written = /text: (".*")/.exec(samples.get('TypeScript') ?? '')?.[1] ?? '';
  expect(JSON.parse(written)).toBe(value.text);
  expect(samples.get('Python')).toContain(`json={"text": ${JSON.stringify(value.text)}},`);
  expect(samples.get('Go')).toContain(`strings.NewReader(${JSON.stringify(JSON.stringify(value))})`);
});

test('code samples: a credential of the environment is read in every language', () => {
  const samples = samplesOf(notifications, 'notifications', 'sendNotification');
  expect(samples.get('curl')).toContain('"X-Platform-Notifications-Key: $NOTIFICATIONS_KEY"');
  expect(samples.get('Python')).toContain('"X-Platform-Notifications-Key": os.environ["NOTIFICATIONS_KEY"],');
  expect(samples.get('Go')).toContain('Set("X-Platform-Notifications-Key", os.Getenv("NOTIFICATIONS_KEY"))');
});

test('code samples: a body with a signature over its bytes is not reformatted', () => {
  const value = { text: 'x'.repeat(200) };
  expect(samplesOf(contractOf(value, { 'x-raw-body': true }), 'notes', 'writeNote').get('curl')).toContain(
    JSON.stringify(value),
  );
  expect(samplesOf(contractOf(value), 'notes', 'writeNote').get('curl')).toContain(JSON.stringify(value, null, 2));
});

test('code samples: a required parameter without example and an unknown credential throw a clear error', () => {
  const parameters = [{ name: 'name', in: 'path', required: true }];
  expect(() => samplesOf(contractOf({}, { parameters }), 'notes', 'writeNote')).toThrow(
    'writeNote: the required parameter name has no',
  );
  expect(() => samplesOf(contractOf({}, { security: [{ passport: [] }] }), 'notes', 'writeNote')).toThrow(
    'security schemes passport',
  );
});

test('x-codeSamples: the contract is unchanged except for samples on every operation', () => {
  const contract = asObject(forum);
  const shown = withCodeSamples(contract, { area: 'forum', baseUrl: 'https://x.example' });
  const operation = asObject(asObject(asObject(shown['paths'])['/api/posts'])['post']);
  expect(asList(operation['x-codeSamples'])).toEqual(
    [...samplesOf(forum, 'forum', 'createPost')].map(([label, source]) => ({
      lang: label === 'curl' ? 'Shell' : label,
      label,
      source,
    })),
  );
  const without = JSON.parse(
    JSON.stringify(shown, (key, value: unknown) => (key === 'x-codeSamples' ? undefined : value)),
  );
  expect(without).toEqual(forum);
});
