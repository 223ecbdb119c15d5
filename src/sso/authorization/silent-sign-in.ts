import type { AuthorizationRequest } from '../authorization-request.ts';
import type { BrowserCeremony } from '../store/browser-ceremonies.ts';
import type { Client } from '../client.ts';
import { promptsPage } from './prompt.ts';

export interface SilentSignIn {
  readonly client: Pick<Client, 'kind'>;
  readonly request: Pick<AuthorizationRequest, 'prompt' | 'maxAge' | 'acr' | 'hintedSub'>;
  /** Last ceremony in this browser; undefined in a signed-out browser. */
  readonly ceremony: BrowserCeremony | undefined;
  /** Whether the owner approved the application before. */
  readonly consented: boolean;
  /** Whether the navigation began on a page of the platform. */
  readonly fromOwnPage: boolean;
  readonly now: Date;
}

/**
 * Decides whether a sign-in needs no person: only for the platform's own applications, in a browser where the owner is
 * signed in, after they approved the application once, and while their last ceremony is recent enough (`max_age`,
 * OpenID Connect Core §3.1.2.1). A navigation that another site began needs a click, and a request for a ceremony
 * (`acr_values`, RFC 9470) always one of its own.
 *
 * @returns `none`, or what the person has to do
 */
export function remainingStep({
  client,
  request: { prompt, maxAge, acr, hintedSub },
  ceremony,
  consented,
  fromOwnPage,
  now,
}: SilentSignIn): 'none' | 'login' | 'consent' | 'click' {
  if (client.kind !== 'own' || !ceremony || acr !== null || promptsPage(prompt)) return 'login';
  if (hintedSub !== null && hintedSub !== ceremony.sub) return 'login';
  if (maxAge !== null && now.getTime() - ceremony.at.getTime() > maxAge * 1000) return 'login';
  if (!consented) return 'consent';
  return fromOwnPage ? 'none' : 'click';
}
