import { isJsonObject } from '../../protocol/json-object.ts';
import { type MasterKey, SealedDataError } from '../../runtime/start/master-key.ts';

const purpose = 'push receipt';

/** The push that a receipt token is valid for, and its recipient. */
export interface ReceiptSubject {
  readonly sessionAddress: string;
  readonly notificationId: string;
}

/**
 * Issues the token that lets a service worker report a receipt without an access token. It is sent inside the encrypted
 * web push.
 */
export const issueReceiptToken = (masterKey: MasterKey, { sessionAddress, notificationId }: ReceiptSubject): string =>
  masterKey.seal(Buffer.from(JSON.stringify({ sessionAddress, notificationId })), purpose);

/** @returns undefined when this service did not issue the token */
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
