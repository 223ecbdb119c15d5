import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMasker, mask } from './masker.ts';

/** Marks every byte of every occurrence, then replaces each run of overlapping occurrences. */
function reference(secrets: readonly string[], text: string): string {
  const spans = secrets
    .flatMap((secret) =>
      text.split('').flatMap((_, start) => (text.startsWith(secret, start) ? [[start, secret.length]] : [])),
    )
    .sort(([one = 0], [other = 0]) => one - other);
  let shown = '';
  let end = 0;
  for (const [start = 0, length = 0] of spans) {
    if (start >= end) shown += text.slice(end, start) + mask;
    end = Math.max(end, start + length);
  }
  return shown + text.slice(end);
}

test('vault masking: the result does not depend on how the stream is split', () => {
  const secretTexts = fc.array(fc.stringMatching(/^[ab]{1,5}$/), { minLength: 1, maxLength: 3 });
  const parts = fc.array(fc.stringMatching(/^[abc]{0,6}$/), { maxLength: 12 });
  fc.assert(
    fc.property(secretTexts, parts, (secrets, chunks) => {
      const masking = createMasker(secrets);
      const cut = Buffer.concat([
        ...chunks.map((chunk) => masking.push(Buffer.from(chunk))),
        masking.flush(),
      ]).toString();
      expect(cut).toBe(reference(secrets, chunks.join('')));
    }),
  );
});

test('vault masking: two secrets that overlap in the output leave no part of either', () => {
  const masking = createMasker(['alpha-beta', 'beta-gamma']);
  expect(masking.push(Buffer.from('<alpha-beta-gamma>')).toString()).toBe(`<${mask}>`);
});

test('vault masking: only a possible start of a secret is held back', () => {
  const masking = createMasker(['secret']);
  expect(masking.push(Buffer.from('Password: ')).toString()).toBe('Password: ');
  expect(masking.push(Buffer.from('sec')).toString()).toBe('');
  expect(masking.push(Buffer.from('tion')).toString()).toBe('section');
});
