import { UsageError } from '../command/print-result.ts';

const deviceLink = /^https?:\/\/[^\s?#]+\/device\?user_code=[A-Za-z-]{8,16}$/;

/**
 * Returns the deep link behind a `verification_uri_complete` (RFC 8628 §3.3.1); every other text unchanged.
 *
 * @throws UsageError when no device waits with its code
 */
export async function followDeviceLink(link: string): Promise<string> {
  const text = link.trim();
  if (!deviceLink.test(text) || !URL.canParse(text)) return link;
  const { status, headers } = await fetch(text, { redirect: 'manual' });
  const location = headers.get('location');
  if (status === 303 && location !== null && new URL(location).origin === new URL(text).origin) return location;
  throw new UsageError(`No device waits under ${text}: its code is wrong or has expired. Start again on the device.`);
}
