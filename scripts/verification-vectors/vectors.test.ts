import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { mutations } from '../../contract-tests/interop/request-mutations.ts';
import { messageSignatureErrorCodes } from '../../src/protocol/message-signature.ts';
import { choices, judgeOf, type Vectors } from './vectors.ts';
import { createWebBotAuthVectors } from './web-bot-auth.ts';

const guides = resolve(import.meta.dirname, '../../docs/guides');
const read = (name: string) => readFileSync(join(guides, name), 'utf8');
const { dpop, assertion } = JSON.parse(read('verification-vectors/vectors.json')) as Vectors;

test('verification vectors: our verifier says what the file expects, of every request', async () => {
  const judge = judgeOf(dpop.jwks);
  const verdicts = await Promise.all(dpop.requests.map(judge));
  expect(verdicts).toEqual(dpop.requests.map(({ expected }) => expected));
  expect(verdicts.filter(({ ok }) => ok).length).toBeGreaterThan(20);
});

test('verification vectors: they have every mutation that verifiers are compared by', () => {
  const names = new Set(dpop.requests.map(({ name }) => name));
  expect(Object.keys(mutations).filter((name) => !names.has(name) && !choices.has(name))).toEqual([]);
});

test('verification vectors: jose agrees on every assertion', async () => {
  const { issuer, audience, method, url, now, jwks, assertions } = assertion;
  const judged = await Promise.all(
    assertions.map(async ({ assertion: text }) => {
      const options = {
        issuer,
        audience,
        typ: 'agent-assertion+jwt',
        algorithms: ['EdDSA'],
        currentDate: new Date(now * 1000),
        maxTokenAge: 300,
      };
      const verified = await jwtVerify(text, createLocalJWKSet(jwks as never), options).catch(() => undefined);
      return verified?.payload['htm'] === method && verified.payload['htu'] === url;
    }),
  );
  const expected = assertions.map(({ expected: { ok } }) => ok);
  // jose decodes base64url that is not canonical.
  const lenient = assertions.findIndex(({ name }) => name === 'not canonical base64url');
  expect(judged.with(lenient, false)).toEqual(expected);
});

test('verification vectors: the page shows the readers as they are, and counts right', () => {
  const page = read('verification-vectors.md');
  expect(page).toContain(`\`\`\`python\n${read('verification-vectors/verify.py')}\`\`\``);
  expect(page).toContain(`\`\`\`go\n${read('verification-vectors/verify.go')}\`\`\``);
  expect(page).toContain(
    `\`${dpop.requests.length} requests, ${assertion.assertions.length} assertions, 0 judged differently\``,
  );
});

test('verification vectors: the signed requests are those that our verifier judges, with its codes', async () => {
  const vectors = await createWebBotAuthVectors();
  expect(JSON.parse(read('verification-vectors/web-bot-auth.json'))).toEqual(vectors);
  // All codes but those of state and of the size of content.
  const codes = new Set(vectors.requests.map(({ expected }) => (expected.ok ? 'ok' : expected.code)));
  const stateless = messageSignatureErrorCodes.filter(
    (code) => code !== 'replayed_nonce' && code !== 'content_too_large',
  );
  expect([...codes].sort()).toEqual(['ok', 'unavailable', ...stateless].sort());
});

test('verification vectors: the page of signed requests shows the readers as they are, and counts right', async () => {
  const page = read('web-bot-auth-vectors.md');
  expect(page).toContain(`\`\`\`python\n${read('verification-vectors/web_bot_auth.py')}\`\`\``);
  for (const name of ['web_bot_auth', 'structured_fields'])
    expect(page).toContain(`\`\`\`go\n${read(`verification-vectors/${name}.go`)}\`\`\``);
  const { requests } = await createWebBotAuthVectors();
  expect(page).toContain(`\`${requests.length} signed requests, 0 judged differently\``);
});
