import type { SsoHandlerContext } from '../context.ts';
import type { AuthorizationRequest } from '../sign-in/authorization-request.ts';
import type { Approval } from './approval.ts';

interface Linked {
  readonly authorization?: AuthorizationRequest | undefined;
  readonly approval?: Approval | undefined;
}

/** Finds what a link is about: a sign-in, or a request of an agent. */
export async function findByLink(
  linkHash: string,
  { requests, approvals, askedLinks }: Pick<SsoHandlerContext, 'requests' | 'approvals' | 'askedLinks'>,
): Promise<Linked> {
  const authorization = askedLinks.has(linkHash) ? undefined : await requests.byLink(linkHash);
  if (authorization) return { authorization };
  const approval = await approvals.byLink(linkHash);
  if (approval) askedLinks.add(linkHash);
  return { approval };
}
