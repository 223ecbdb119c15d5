import { streamBytes } from './stream-bytes.ts';

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
