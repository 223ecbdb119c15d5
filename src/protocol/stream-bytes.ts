import { type Bytes, concatBytes } from './bytes.ts';

/** Reads a body to its end. @returns undefined when it is longer than `maxBytes` */
export async function streamBytes(
  body: ReadableStream<Uint8Array> | null | undefined,
  maxBytes: number,
): Promise<Bytes | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  // Some browsers cannot iterate over a stream.
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    length += part.value.length;
    if (length > maxBytes) {
      // The other branch of a cloned body may never be read, so the cancellation may never settle.
      void reader?.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(part.value);
  }
  return concatBytes(...chunks);
}

/**
 * Reads the body of a response.
 *
 * @throws Error when the body is larger than `maxBytes`
 */
export async function responseText({ body, url }: Response, maxBytes: number): Promise<string> {
  const bytes = await streamBytes(body, maxBytes);
  if (bytes === undefined) throw new Error(`The response of ${url} is larger than ${maxBytes} bytes.`);
  return new TextDecoder().decode(bytes);
}
