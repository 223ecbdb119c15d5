import { UsageError } from '../command/print-result.ts';

export interface DeepLink {
  /** Address of the provider that the link belongs to. */
  readonly baseUrl: string;
  /** Secret id of the authorization request. */
  readonly requestId: string;
}

/** Reads `<base>/approve/<requestId>`, which may name the languages of its page. @throws UsageError for any other text */
export function parseDeepLink(text: string): DeepLink {
  const [, baseUrl, requestId] =
    /^(https?:\/\/[^\s?#]+)\/approve\/([A-Za-z0-9_-]{43})(?:\?ui_locales=[^\s&#]*)?$/.exec(text.trim()) ?? [];
  if (baseUrl === undefined || requestId === undefined || !URL.canParse(baseUrl))
    throw new UsageError(
      `${text || 'Nothing'} is not a deep link of a sign-in: expected <provider>/approve/<43 characters>.`,
    );
  return { baseUrl, requestId };
}

export interface DeviceLinkAddress {
  /** Address of the provider that the link belongs to. */
  readonly baseUrl: string;
  /** Secret of the link. */
  readonly link: string;
}

/** Reads `<base>/link/<secret>`. @throws UsageError for any other text */
export function parseDeviceLink(text: string): DeviceLinkAddress {
  const [, baseUrl, link] = /^(https?:\/\/[^\s?#]+)\/link\/([A-Za-z0-9_-]{43})$/.exec(text.trim()) ?? [];
  if (baseUrl === undefined || link === undefined || !URL.canParse(baseUrl))
    throw new UsageError(
      `${text || 'Nothing'} is not a link of your account: expected <provider>/link/<43 characters>.`,
    );
  return { baseUrl, link };
}
