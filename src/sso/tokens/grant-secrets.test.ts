import { randomBytes } from 'node:crypto';
import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { createGrantSecrets } from './grant-secrets.ts';

test('sso: derived codes and successors are deterministic and differ from their inputs', () => {
  const secrets = createGrantSecrets({ codeKey: randomBytes(32), refreshKey: randomBytes(32), randomBytes });
  assert(
    property(string(), (text) => {
      const code = secrets.codeOf(text);
      expect(code).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect([secrets.codeOf(text) === code, secrets.successorOf(text) === code, code === text]).toEqual([
        true,
        false,
        false,
      ]);
    }),
  );
  expect(secrets.generate()).not.toBe(secrets.generate());
});
