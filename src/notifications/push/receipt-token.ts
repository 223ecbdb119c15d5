import { isJsonObject } from '../../protocol/json-object.ts';
import { type MasterKey, SealedDataError } from '../../runtime/master-key.ts';

const purpose = 'push receipt';

/** The one push that a receipt may be about, and whose it is. */
export interface ReceiptSubject {
  readonly sessionAddress: string;
  readonly notificationId: string;
}

/**
 * A token that goes with a web push, encrypted for the browser as the push is: a service worker has no session of the
 * person, and has to report all the same.
 */
export const issueReceiptToken = (masterKey: MasterKey, { sessionAddress, notificationId }: ReceiptSubject): string =>
  masterKey.seal(Buffer.from(JSON.stringify({ sessionAddress, notificationId })), purpose);

/** @returns undefined when this service did not issue it. */
export function readReceiptToken(masterKey: MasterKey, token: string): ReceiptSubject | undefined {
  try {
    const subject: unknown = JSON.parse(Buffer.from(masterKey.open(token, purpose)).toString());
    if (!isJsonObject(subject)) return undefined;
    const { sessionAddress, notificationId } = subject;
    if (typeof sessionAddress !== 'string' || typeof notificationId !== 'string') return undefined;
    return { sessionAddress, notificationId };
  } catch (error) {
    if (error instanceof SealedDataError) return undefined;
    throw error;
  }
}
