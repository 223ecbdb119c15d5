import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { webhookVectors } from './vectors.ts';

test('webhook vectors: `npm run vectors` writes the published file', () => {
  const published = readFileSync(new URL('../../src/client/webhooks/vectors.json', import.meta.url), 'utf8');
  expect(webhookVectors()).toBe(published);
});
