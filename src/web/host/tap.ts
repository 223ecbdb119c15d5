import type { Push } from '../../../generated/notifications/types.ts';
import { isJsonObject } from '../../protocol/json-object.ts';
import { homePath } from './host-route.ts';

const fragmentPrefix = '#tap=';

/** Returns the URL that a tapped notification opens when no host page is open. */
export const tapAddress = (push: Push): string =>
  `${homePath}${fragmentPrefix}${encodeURIComponent(JSON.stringify(withoutToken(push)))}`;

/** Returns the message that a tapped notification posts to an open host page. */
export const tapMessage = (push: Push): object => ({ type: 'tap', push: withoutToken(push) });

/** Removes the receipt token: only the worker uses it, the page reports as the signed-in user. */
function withoutToken({ notificationId, appId, title, body, startParam, sentAt }: Push): Push {
  return { notificationId, appId, title, body, sentAt, ...(startParam !== undefined && { startParam }) };
}

export function readTapMessage(data: unknown): Push | undefined {
  return isJsonObject(data) && data['type'] === 'tap' ? readPush(data['push']) : undefined;
}

/** Reads the push of a URL from `tapAddress`. @param hash `location.hash` */
export function readTapAddress(hash: string): Push | undefined {
  if (!hash.startsWith(fragmentPrefix)) return undefined;
  try {
    return readPush(JSON.parse(decodeURIComponent(hash.slice(fragmentPrefix.length))));
  } catch {
    return undefined;
  }
}

/** Validates the value, because anyone can craft such a URL. At worst it opens an app with a start parameter. */
function readPush(value: unknown): Push | undefined {
  if (!isJsonObject(value)) return undefined;
  const { notificationId, appId, title, body, startParam, sentAt } = value;
  if (typeof notificationId !== 'string' || typeof appId !== 'string' || typeof title !== 'string') return undefined;
  if (typeof body !== 'string' || typeof sentAt !== 'string') return undefined;
  const tapped = { notificationId, appId, title, body, sentAt };
  return typeof startParam === 'string' ? { ...tapped, startParam } : tapped;
}
