/** Has one entry while notifications of this browser keep details back. Its service worker can read no local storage. */
const cacheName = 'owner-push-details';
const entry = '/owner/push-details';

/** Whether notifications of this browser say what is asked; they do unless the person turned it off. */
export const showsDetails = async (): Promise<boolean> => (await caches.match(entry, { cacheName })) === undefined;

/** Turns details in the notifications of this browser on or off. */
export async function setDetails(shown: boolean): Promise<void> {
  const cache = await caches.open(cacheName);
  if (shown) await cache.delete(entry);
  else await cache.put(entry, new Response());
}
