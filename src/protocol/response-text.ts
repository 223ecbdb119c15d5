import { concatBytes } from './bytes.ts';

/**
 * Reads the body of a response.
 *
 * @throws Error when the body is larger than `maxBytes`
 */
export async function responseText({ body, url }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  // Some browsers cannot iterate over a stream.
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    length += part.value.length;
    if (length > maxBytes) {
      await reader?.cancel();
      throw new Error(`The response of ${url} is larger than ${maxBytes} bytes.`);
    }
    chunks.push(part.value);
  }
  return new TextDecoder().decode(concatBytes(...chunks));
}
