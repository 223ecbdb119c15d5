import type { OutboundHttp } from '../../runtime/outbound-http.ts';

/** Returns what is wrong with an address for logout tokens (OpenID Connect Back-Channel Logout 1.0 §2.2). */
export async function logoutUriViolation(
  uri: string | null | undefined,
  { checkUrl }: Pick<OutboundHttp, 'checkUrl'>,
): Promise<string | undefined> {
  if (uri === null || uri === undefined) return undefined;
  const refusal = await checkUrl(uri);
  return refusal && `The address for logout tokens ${refusal.message}.`;
}
