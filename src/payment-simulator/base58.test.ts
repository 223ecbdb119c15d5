import { expect, test } from 'vitest';
import { encodeBase58 } from './base58.ts';

test.each([
  ['', ''],
  ['00', '1'],
  ['0000287fb4cd', '11233QC4'],
  ['73696d706c792061206c6f6e6720737472696e67', '2cFupjhnEsSn59qHXstmK2ffpLv2'],
  ['516b6fcd0f', 'ABnLTmg'],
])('base58 (draft-msporny-base58 and its usual vectors): %s is %s', (hex, text) => {
  expect(encodeBase58(Buffer.from(hex, 'hex'))).toBe(text);
});
