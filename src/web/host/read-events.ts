import { createParser } from 'eventsource-parser';

export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events from a response stream (HTML Standard, section 9.2.6). EventSource cannot send an
 * Authorization header. Comments are skipped.
 *
 * @param onData called for every received chunk
 */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  onData: () => void = () => undefined,
): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  const events: ServerSentEvent[] = [];
  const parser = createParser({ onEvent: ({ event = 'message', data }) => events.push({ event, data }) });
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onData();
      parser.feed(decoder.decode(value, { stream: true }));
      yield* events.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
