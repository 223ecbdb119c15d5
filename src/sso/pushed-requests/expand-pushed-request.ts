import { isJsonObject } from '../../protocol/json-object.ts';
import { requestUriRefused } from '../errors/oauth-errors.ts';
import { secretHash } from '../secret-hash.ts';
import type { PushedRequestStore } from '../store/pushed-requests.ts';
import { pushedRequestSecret } from './request-uri.ts';

export interface PushedRequestDependencies {
  readonly pushedRequests: Pick<PushedRequestStore, 'consume'>;
  readonly now: () => Date;
}

/**
 * Replaces the parameters of an authorization request by the pushed ones that its `request_uri` names, and consumes that one
 * (RFC 9126 §4, RFC 9101 §6.3). Parameters beside it are ignored, so that an error is never redirected to one of them.
 *
 * @returns whether the request names a pushed one
 * @throws DomainError `invalid_request_uri` when it is unknown, used, expired or another client's
 */
export async function expandPushedRequest(
  parameters: Record<string, unknown>,
  { pushedRequests, now }: PushedRequestDependencies,
): Promise<boolean> {
  const secret = pushedRequestSecret(parameters['request_uri']);
  if (secret === undefined) return false;
  const clientId = parameters['client_id'];
  for (const name of Object.keys(parameters)) delete parameters[name];
  const stored =
    typeof clientId === 'string'
      ? await pushedRequests.consume({ uriHash: secretHash(secret), clientAddress: clientId, at: now() })
      : undefined;
  const pushed: unknown = stored === undefined ? undefined : JSON.parse(stored);
  if (!isJsonObject(pushed)) throw requestUriRefused();
  Object.assign(parameters, pushed);
  return true;
}
