import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMasking, mask } from './masking.ts';

test('masking: however a stream is cut, the result is that of the whole', () => {
  const secretText = fc.stringMatching(/^[ab]{1,5}$/);
  fc.assert(
    fc.property(secretText, fc.array(fc.stringMatching(/^[abc]{0,6}$/), { maxLength: 12 }), (secret, chunks) => {
      const masking = createMasking(secret);
      const cut = Buffer.concat([
        ...chunks.map((chunk) => masking.push(Buffer.from(chunk))),
        masking.flush(),
      ]).toString();
      expect(cut).toBe(chunks.join('').replaceAll(secret, mask));
    }),
  );
});

test('masking: nothing is held back that cannot be the beginning of the secret', () => {
  const masking = createMasking('secret');
  expect(masking.push(Buffer.from('Password: ')).toString()).toBe('Password: ');
  expect(masking.push(Buffer.from('sec')).toString()).toBe('');
  expect(masking.push(Buffer.from('tion')).toString()).toBe('section');
});
