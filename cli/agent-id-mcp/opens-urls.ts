import { CLIENT_CAPABILITIES_META_KEY, type ClientCapabilities } from '@modelcontextprotocol/server';
import { isJsonObject } from '../../src/protocol/json-object.ts';

/**
 * Returns whether the client opens URLs for its user when asked.
 *
 * @param envelope of the request, in which revision 2026-07-28 names the capabilities
 * @param negotiated those of the connection, which earlier revisions name once
 */
export function opensUrls(envelope: object | undefined, negotiated: ClientCapabilities | undefined): boolean {
  const named = isJsonObject(envelope) ? envelope[CLIENT_CAPABILITIES_META_KEY] : undefined;
  const elicitation = isJsonObject(named) ? named['elicitation'] : negotiated?.elicitation;
  return isJsonObject(elicitation) && elicitation['url'] !== undefined;
}
