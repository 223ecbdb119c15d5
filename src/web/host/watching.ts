import { isJsonObject } from '../../protocol/json-object.ts';

/** Milliseconds that a page has to answer; one that takes longer is not there. */
const patience = 500;
const question = { type: 'watching' } as const;

interface AskedPage {
  postMessage(message: unknown, transfer: readonly MessagePort[]): void;
}

/**
 * Asks a host page whether it takes the pushes of this browser's person itself, just now.
 *
 * @param elapsed settles after so many milliseconds
 */
export async function isWatching(page: AskedPage, elapsed: (milliseconds: number) => Promise<void>): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === true));
    port1.start();
  });
  page.postMessage(question, [port2]);
  const watching = await Promise.race([answer, elapsed(patience).then(() => false)]);
  port1.close();
  return watching;
}

/** Answers the question, if it is one. */
export function answerWatching({ data, ports }: Pick<MessageEvent, 'data' | 'ports'>, watching: boolean): void {
  if (isJsonObject(data) && data['type'] === question.type) ports[0]?.postMessage(watching);
}
