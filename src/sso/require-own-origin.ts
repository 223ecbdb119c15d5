import type { IncomingRequest } from '../runtime/incoming-request.ts';
import { originRefused } from './errors/owner-errors.ts';

/**
 * Requires that a request that starts a browser session comes from the provider's own pages, so that another site
 * cannot sign a browser in as a stranger (login CSRF).
 *
 * @throws DomainError `origin_refused`
 */
export function requireOwnOrigin({ origin }: Pick<IncomingRequest, 'origin'>, issuer: string): void {
  if (origin !== new URL(issuer).origin) throw originRefused(issuer);
}
