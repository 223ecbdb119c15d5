import type { Push } from '../../../generated/notifications/types.ts';
import { isJsonObject } from '../../protocol/json-object.ts';

const mark = '#tap=';

/** Where a tapped notification opens a host that is closed. */
export const tapAddress = (push: Push): string =>
  `/host${mark}${encodeURIComponent(JSON.stringify(withoutToken(push)))}`;

/** What a tapped notification tells a host that is open. */
export const tapMessage = (push: Push): object => ({ type: 'tap', push: withoutToken(push) });

/** The page reports as the person who is signed in; the worker's token stays with the worker. */
function withoutToken({ notificationId, appId, title, body, startParam, sentAt }: Push): Push {
  return { notificationId, appId, title, body, sentAt, ...(startParam !== undefined && { startParam }) };
}

export function readTapMessage(data: unknown): Push | undefined {
  return isJsonObject(data) && data['type'] === 'tap' ? readPush(data['push']) : undefined;
}

/** @param hash `location.hash` */
export function readTapAddress(hash: string): Push | undefined {
  if (!hash.startsWith(mark)) return undefined;
  try {
    return readPush(JSON.parse(decodeURIComponent(hash.slice(mark.length))));
  } catch {
    return undefined;
  }
}

/** Anybody can make such an address, so it is read with care: at worst it opens an app with a start parameter. */
function readPush(value: unknown): Push | undefined {
  if (!isJsonObject(value)) return undefined;
  const { notificationId, appId, title, body, startParam, sentAt } = value;
  if (typeof notificationId !== 'string' || typeof appId !== 'string' || typeof title !== 'string') return undefined;
  if (typeof body !== 'string' || typeof sentAt !== 'string') return undefined;
  const tapped = { notificationId, appId, title, body, sentAt };
  return typeof startParam === 'string' ? { ...tapped, startParam } : tapped;
}
