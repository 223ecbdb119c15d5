import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { utf8 } from '../../protocol/bytes.ts';
import { verifyStandardHeaders, verifyWebhook, type WebhookVerification } from './verify-webhook.ts';

interface Vector {
  readonly name: string;
  readonly now: number;
  readonly publicKey: string;
  readonly previousPublicKey?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly expected: {
    readonly ok: boolean;
    readonly code?: string;
    readonly status?: number;
    readonly signedBy?: string;
  };
}

const { vectors }: { readonly vectors: readonly Vector[] } = JSON.parse(
  readFileSync(new URL('vectors.json', import.meta.url), 'utf8'),
);
const options = ({ body: rawBody, now, ...rest }: Vector) => ({ ...rest, rawBody, now: now * 1000 });
const [good] = vectors;
if (good === undefined) throw new Error('There are vectors.');

test.each(vectors)('SDK webhooks: published vector: $name', (vector) => {
  const result = verifyWebhook(options(vector));
  expect(result).toMatchObject(vector.expected);
  if (result.ok) expect(result.event).toEqual(JSON.parse(vector.body));
});

test.each(vectors.filter(({ expected }) => expected.code === undefined || expected.code === 'malformed_body'))(
  'SDK webhooks: the headers of Standard Webhooks verify in the same way: $name',
  (vector) => {
    expect(verifyStandardHeaders(options(vector))).toMatchObject(vector.expected);
  },
);

test('SDK webhooks: body as bytes or text, headers of fetch or Node in any case are accepted', () => {
  const { headers, body } = good;
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const asNode = { ...lower, 'x-platform-signature': [headers['X-Platform-Signature'] ?? ''], 'x-absent': undefined };
  for (const form of [headers, lower, asNode, new Headers(headers)]) {
    expect(verifyWebhook({ ...options(good), headers: form, rawBody: utf8(body) })).toMatchObject({ ok: true });
  }
});

test('SDK webhooks: a repeated signature header is malformed however the server joins it', () => {
  const signature = good.headers['X-Platform-Signature'] ?? '';
  for (const twice of [[signature, signature], `${signature}, ${signature}`]) {
    const headers = { ...good.headers, 'X-Platform-Signature': twice };
    expect(verifyWebhook({ ...options(good), headers })).toMatchObject({ code: 'malformed_signature' });
  }
});

test('SDK webhooks: the tolerance is configurable and the default clock is the system clock', () => {
  const late = { ...options(good), now: (good.now + 10) * 1000 };
  expect(verifyWebhook({ ...late, tolerance: 10 }).ok).toBe(true);
  expect(verifyWebhook({ ...late, tolerance: 9 })).toMatchObject({ code: 'stale_timestamp' });
  const { now: _, ...timeless } = options(good);
  expect(verifyWebhook(timeless)).toMatchObject({ code: 'stale_timestamp' });
});

test.each(['', 'ff', 'x'.repeat(64), `01${'0'.repeat(62)}`])(
  'SDK webhooks: the public key %j throws as a configuration error',
  (publicKey) => {
    expect(() => verifyWebhook({ ...options(good), publicKey })).toThrow(expect.objectContaining({ code: 'bad_key' }));
    expect(() => verifyWebhook({ ...options(good), previousPublicKey: publicKey })).toThrow();
  },
);

test('SDK webhooks: messages contain neither key nor signature', () => {
  for (const vector of vectors) {
    const result = verifyWebhook(options(vector));
    if (!result.ok) expect(result.message).not.toMatch(/[0-9a-f]{32}/);
  }
});

test.each([[{ notificationId: 'n' }], [undefined], [null], [new ArrayBuffer(2)]])(
  'SDK webhooks: the body %j instead of raw bytes throws an error that says how to read it',
  (parsed) => {
    const mistaken: object = { ...options(good), rawBody: parsed };
    expect(() => verifyWebhook(mistaken as WebhookVerification)).toThrow(/rawBody must be .* before any JSON parser/);
    expect(() => verifyStandardHeaders(mistaken as WebhookVerification)).toThrow(TypeError);
  },
);
