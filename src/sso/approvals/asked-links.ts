import { LRUCache } from 'lru-cache';
import type { LinkedRequest } from '../sign-in/authorization-request-store.ts';
import type { SsoStores } from '../stores.ts';
import type { SecretKey } from '../tokens/grant-secrets.ts';
import type { Approval } from './approval.ts';

/** Remembers links of requests of agents, so that they are not looked up among sign-ins. Each process keeps its own. */
export type AskedLinks = ReturnType<typeof createAskedLinks>;

export function createAskedLinks(capacity = 10_000) {
  const links = new LRUCache<string, true>({ max: capacity });
  return {
    add: (linkHash: string): void => void links.set(linkHash, true),
    has: (linkHash: string): boolean => links.has(linkHash),
  };
}

/** Finds what a link is about: a sign-in with its application, or a request of an agent. */
export async function findByLink(
  link: SecretKey,
  { requests, approvals, askedLinks }: Pick<SsoStores, 'requests' | 'approvals'> & { readonly askedLinks: AskedLinks },
): Promise<Partial<LinkedRequest> & { readonly approval?: Approval | undefined }> {
  const signIn = askedLinks.has(link.hash) ? undefined : await requests.withClientByLink(link);
  if (signIn) return signIn;
  const approval = await approvals.byLink(link.hash);
  if (approval) askedLinks.add(link.hash);
  return { approval };
}
