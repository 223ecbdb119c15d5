import { isJsonObject } from '../../protocol/json-object.ts';

/** Milliseconds. */
const timeout = 500;
const question = { type: 'watching' } as const;

interface HostPage {
  postMessage(message: unknown, transfer: readonly MessagePort[]): void;
}

/**
 * Asks a host page whether it currently shows the user's pushes itself. A page that does not respond in time does not.
 *
 * @param elapsed resolves after the given milliseconds
 */
export async function isWatching(page: HostPage, elapsed: (milliseconds: number) => Promise<void>): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const response = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === true));
    port1.start();
  });
  page.postMessage(question, [port2]);
  const watching = await Promise.race([response, elapsed(timeout).then(() => false)]);
  port1.close();
  return watching;
}

/** Responds to a message if it is this question. */
export function respondToWatching({ data, ports }: Pick<MessageEvent, 'data' | 'ports'>, watching: boolean): void {
  if (isJsonObject(data) && data['type'] === question.type) ports[0]?.postMessage(watching);
}
