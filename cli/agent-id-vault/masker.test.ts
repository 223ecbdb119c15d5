import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMasker, mask } from './masker.ts';

test('vault masking: the result does not depend on how the stream is split', () => {
  const secretText = fc.stringMatching(/^[ab]{1,5}$/);
  fc.assert(
    fc.property(secretText, fc.array(fc.stringMatching(/^[abc]{0,6}$/), { maxLength: 12 }), (secret, chunks) => {
      const masking = createMasker(secret);
      const cut = Buffer.concat([
        ...chunks.map((chunk) => masking.push(Buffer.from(chunk))),
        masking.flush(),
      ]).toString();
      expect(cut).toBe(chunks.join('').replaceAll(secret, mask));
    }),
  );
});

test('vault masking: only a possible start of the secret is held back', () => {
  const masking = createMasker('secret');
  expect(masking.push(Buffer.from('Password: ')).toString()).toBe('Password: ');
  expect(masking.push(Buffer.from('sec')).toString()).toBe('');
  expect(masking.push(Buffer.from('tion')).toString()).toBe('section');
});
