import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMasker, mask, secretForms } from './exec-masked.ts';

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

const masked = (secret: string, output: string): string => {
  const masking = createMasker(secretForms(secret));
  return Buffer.concat([masking.push(Buffer.from(output)), masking.flush()]).toString();
};

const secret = 's3cr3t/pässwörd+with?signs & more!';

test.each([
  ['as it is', secret],
  ['as base64', Buffer.from(secret).toString('base64')],
  ['as base64url', Buffer.from(secret).toString('base64url')],
  ['as hex', Buffer.from(secret).toString('hex')],
  ['as upper-case hex', Buffer.from(secret).toString('hex').toUpperCase()],
  ['URL-encoded', encodeURIComponent(secret)],
  ['URL-encoded as in a form', new URLSearchParams({ a: secret }).toString().slice(2)],
  ['URL-encoded in lower case', encodeURIComponent(secret).replace(/%../g, (one) => one.toLowerCase())],
])('vault masking: a secret printed %s is concealed', (_form, output) => {
  expect(masked(secret, `before ${output} after`)).toMatch(/^before <concealed by agent-id-vault> after$/);
});

test('vault masking: base64 of a secret within other text, as in Basic credentials, shows at most its first and last characters', () => {
  const core = fc.stringMatching(/^[ -~]{12,40}$/);
  fc.assert(
    fc.property(core, fc.stringMatching(/^[a-z]{0,5}:$/), fc.stringMatching(/^[a-z]{0,4}$/), (text, before, after) => {
      const encoded = Buffer.from(before + text + after).toString('base64');
      const shown = masked(text, encoded).replace('<concealed by agent-id-vault>', '|');
      const [left = '', right] = shown.split('|');
      expect(right).toBeDefined();
      // One character at each side depends on the neighbours and shows at most four bits of the secret.
      expect(left.length).toBeLessThanOrEqual(Math.ceil((before.length * 8) / 6));
      expect((right ?? '').replace(/=+$/, '').length).toBeLessThanOrEqual(Math.ceil((after.length * 8) / 6) + 1);
    }),
  );
});

test('vault masking: each line of a secret of several lines is concealed', () => {
  const key = '-----BEGIN KEY-----\r\nMIIEvQIBADAN\r\nBgkqhkiG9w0B\r\n-----END KEY-----\r\n';
  const shown = masked(key, key.split('\r\n').reverse().join(' | '));
  expect(shown).not.toMatch(/KEY|MII|Bgk/);
});

test('vault masking: a secret as part of a JSON string is concealed', () => {
  const text = 'quote " and\nnewline';
  expect(masked(text, JSON.stringify({ text }))).toBe('{"text":"<concealed by agent-id-vault>"}');
});

test('vault masking: short derived forms and lines do not conceal ordinary output', () => {
  expect(masked('ab\n}\nab', 'if (x) { 6162 } ab')).toBe('if (x) { 6162 } ab');
});
