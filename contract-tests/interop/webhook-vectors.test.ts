import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type VerifiedWebhook,
  verifyStandardHeaders,
  verifyWebhook,
} from '../../src/client/webhooks/verify-webhook.ts';
import { pythonEnvironment } from './python-environment.ts';

// Verifies the published vectors with Python's cryptography and Go's standard library.

const file = readFileSync(join(import.meta.dirname, '../../src/client/webhooks/vectors.json'), 'utf8');
interface Vector {
  readonly name: string;
  /** Time of verification, in Unix seconds. */
  readonly now: number;
  readonly publicKey: string;
  readonly previousPublicKey?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly expected: { readonly ok: boolean; readonly signedBy?: string; readonly code?: string };
}
const { vectors } = JSON.parse(file) as { readonly vectors: readonly Vector[] };

interface Verdict {
  readonly platform: string | null;
  readonly standard: string | null;
}

const python = pythonEnvironment();
const go = ['go', '/usr/local/go/bin/go'].find(
  (name) => spawnSync(name, ['version'], { stdio: 'ignore' }).status === 0,
);
const verifiers: readonly (readonly [name: string, program: string | undefined, args: readonly string[]])[] = [
  ['cryptography', 'python' in python ? python.python : undefined, ['webhook_vectors.py']],
  ['Go', go, ['run', 'webhook_vectors.go']],
];

/** Returns the key that signed. A malformed body has a valid signature. */
const signedBy = (judged: VerifiedWebhook | { readonly ok: false; readonly code: string }): string | null =>
  judged.ok ? judged.signedBy : judged.code === 'malformed_body' ? 'current' : null;

describe.each(verifiers)('%s', (name, program, args) => {
  if (program === undefined) console.warn(`The webhook vectors are not verified with ${name}, which is not installed.`);

  test.skipIf(program === undefined)(
    'webhook vectors: a receiver in another language agrees on every vector by both header forms [S283]',
    () => {
      const cwd = import.meta.dirname;
      const { stdout, stderr } = spawnSync(program ?? '', args, { input: file, encoding: 'utf8', cwd });
      expect(stderr).toBe('');
      const verdicts: readonly Verdict[] = JSON.parse(stdout);
      expect(verdicts).toEqual(
        vectors.map((vector) => {
          const vectorOptions = { ...vector, rawBody: vector.body, now: vector.now * 1000 };
          return {
            platform: signedBy(verifyWebhook(vectorOptions)),
            standard: signedBy(verifyStandardHeaders(vectorOptions)),
          };
        }),
      );
      const expected = vectors.map(({ expected: { ok, code, signedBy: by } }) =>
        ok ? by : code === 'malformed_body' ? 'current' : null,
      );
      expect(verdicts.map(({ platform }) => platform)).toEqual(expected);
    },
  );
});
