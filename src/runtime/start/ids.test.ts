import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRequestIdGenerator } from './ids.ts';

test('request ids: 16 characters of base64url, none twice, over several buffers of random bytes', () => {
  const next = createRequestIdGenerator(randomBytes);
  const ids = Array.from({ length: 1000 }, next);
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^req-[A-Za-z0-9_-]{16}$/);
});
