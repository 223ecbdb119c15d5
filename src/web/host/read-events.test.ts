import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEvents, type ServerSentEvent } from './read-events.ts';

const text =
  ': open\r\n\r\nevent: push\r\nid: ntf_1\r\ndata: {"body":"☕ ready"}\r\n\r\n: still here\n\ndata: one\ndata:two\n\nevent: ping\n\n';
const expected = [
  { event: 'push', data: '{"body":"☕ ready"}' },
  { event: 'message', data: 'one\ntwo' },
];

async function read(chunks: readonly Uint8Array[]): Promise<readonly ServerSentEvent[]> {
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const events: ServerSentEvent[] = [];
  for await (const event of readEvents(stream)) events.push(event);
  return events;
}

test('server-sent events: comments, ids and events without data are skipped, data lines are joined', async () => {
  expect(await read([new TextEncoder().encode(text)])).toEqual(expected);
});

test('server-sent events: chunk boundaries do not matter, also inside characters and line ends', async () => {
  const bytes = new TextEncoder().encode(text);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 12 }), async (cuts) => {
      const edges = [0, ...cuts.toSorted((left, right) => left - right), bytes.length];
      expect(await read(edges.slice(1).map((end, index) => bytes.slice(edges[index], end)))).toEqual(expected);
    }),
  );
});
