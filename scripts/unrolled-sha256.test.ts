import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { unrolledSha256 } from './unrolled-sha256.ts';

test('FIPS 180-4: the SHA-256 of the executables equals that of node:crypto for every length of the last block', async () => {
  const source = `data:text/javascript,${encodeURIComponent(unrolledSha256())}`;
  const { sha256 }: { readonly sha256: (data: Uint8Array | string) => Uint8Array } = await import(
    /* @vite-ignore */ source
  );
  const text = 'Zürich 12345678'.repeat(200);
  for (const length of [...Array(200).keys(), 2100, 3000]) {
    const data = Buffer.from(text).subarray(0, length);
    expect(Buffer.from(sha256(data)).toString('hex')).toBe(createHash('sha256').update(data).digest('hex'));
  }
  expect(Buffer.from(sha256(text)).toString('hex')).toBe(createHash('sha256').update(text).digest('hex'));
});
