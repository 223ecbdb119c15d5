import { expect, test } from 'vitest';
import type { AuditPosition, AuditRecord } from './audit-store.ts';
import { createAuditLines } from './audit.ts';

const at = new Date('2026-03-01T09:30:00.000Z');

const eventOf = (id: number): AuditRecord => ({
  id,
  at,
  event: 'tokens_issued',
  requestId: 'req-1',
  sub: null,
  clientId: null,
  ip: null,
  administrator: null,
  administratorId: null,
  details: { text: 'a\nb' },
});

/** A table of `total` events that counts reads. */
function table(total: number) {
  const reads: (number | undefined)[] = [];
  const read = async (after: AuditPosition | undefined, batch: number) => {
    reads.push(after?.id);
    const first = (after?.id ?? 0) + 1;
    return Array.from({ length: Math.max(0, Math.min(batch, total - first + 1)) }, (_, index) =>
      eventOf(first + index),
    );
  };
  return { reads, read };
}

test.each([0, 1, 2, 3, 4, 5])(
  'sso audit: %d events are exported in batches of two, each on one line',
  async (total) => {
    const { read } = table(total);
    const text = await new Response(await createAuditLines(read, 2)).text();
    const lines = text.split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual(
      Array.from({ length: total }, (_, index) => index + 1),
    );
  },
);

test('sso audit: an export reads the next batch only when the client asks for more', async () => {
  const { reads, read } = table(1_000);
  const reader = (await createAuditLines(read, 2)).getReader();
  expect(reads).toEqual([undefined]);
  await reader.read();
  expect(reads).toEqual([undefined, 2]);
  await reader.cancel();
  expect(reads).toEqual([undefined, 2]);
});

test('sso audit: an export whose first read fails is an error, not an empty file', async () => {
  await expect(createAuditLines(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
});
