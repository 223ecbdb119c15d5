/** A server-sent event. */
export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events from a response stream (HTML Standard, section 9.2.6). EventSource cannot send an
 * Authorization header. Comments are skipped.
 *
 * @param alive called for every received chunk
 */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  alive: () => void = () => undefined,
): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let rest = '';
  let event = '';
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      alive();
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '') {
          if (data.length > 0) yield { event: event === '' ? 'message' : event, data: data.join('\n') };
          event = '';
          data = [];
          continue;
        }
        const [, field = '', text = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
        if (field === 'event') event = text;
        if (field === 'data') data.push(text);
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
