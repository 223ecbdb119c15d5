import type { OutboundHttp } from '../../runtime/outbound-http.ts';

/**
 * Returns what is wrong with the address at which an application publishes its keys (RFC 7591 §2, `jwks_uri`).
 *
 * @param name of the member that has the address
 */
export async function keysUriViolation(
  uri: string | null,
  { checkUrl }: Pick<OutboundHttp, 'checkUrl'>,
  name: 'jwks_uri' | 'jwksUri' = 'jwks_uri',
): Promise<string | undefined> {
  const refusal = uri === null ? undefined : await checkUrl(uri);
  return refusal && `${name} ${refusal.message}.`;
}
