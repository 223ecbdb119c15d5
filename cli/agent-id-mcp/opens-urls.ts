import { CLIENT_CAPABILITIES_META_KEY, type ClientCapabilities } from '@modelcontextprotocol/server';
import { isJsonObject } from '../../src/protocol/json-object.ts';

/**
 * Returns whether the client opens URLs for its user when asked.
 *
 * @param envelope metadata of the request, with which revision 2026-07-28 sends the client's capabilities
 * @param negotiated capabilities that a client of an earlier revision sent when it connected
 */
export function opensUrls(envelope: object | undefined, negotiated: ClientCapabilities | undefined): boolean {
  const named = isJsonObject(envelope) ? envelope[CLIENT_CAPABILITIES_META_KEY] : undefined;
  const elicitation = isJsonObject(named) ? named['elicitation'] : negotiated?.elicitation;
  return isJsonObject(elicitation) && elicitation['url'] !== undefined;
}
