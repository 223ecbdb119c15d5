import type { AuthorizeResponse } from '../../../generated/sso/types.ts';
import { isJsonObject } from '../../protocol/json-object.ts';

/** Returns whether a value has the link, polling code and expiry of a started sign-in. */
export function isAuthorizeResponse(value: unknown): value is AuthorizeResponse {
  if (!isJsonObject(value)) return false;
  const { deep_link: link, polling_code: code, expired_at: expiry } = value;
  return isLink(link) && typeof code === 'string' && code !== '' && Number.isFinite(expiry);
}

/** Returns whether a page may show a link: a script URL would run in the page. */
function isLink(link: unknown): boolean {
  if (typeof link !== 'string' || !URL.canParse(link)) return false;
  return !['javascript:', 'data:', 'vbscript:', 'blob:', 'file:'].includes(new URL(link).protocol);
}
