import { parseFilterTime } from '../../runtime/filter-time.ts';
import { invalidOauthRequest } from '../errors/oauth-errors.ts';
import type { AuditPseudonym } from '../owner-administration/audit-pseudonym.ts';
import type { AuditFilter } from '../store/audit-events.ts';

/** Filter parameters of the audit operations. */
export interface AuditParameters {
  readonly event?: string | undefined;
  readonly sub?: string | undefined;
  readonly administrator?: string | undefined;
  /** RFC 3339. */
  readonly from?: string | undefined;
  /** RFC 3339. */
  readonly to?: string | undefined;
}

/** Reads the filter of a request. @throws DomainError `invalid_request` for a time that does not exist */
export function auditFilter(
  { event, sub, administrator, from, to }: AuditParameters,
  pseudonymOf: AuditPseudonym,
): AuditFilter {
  return {
    event,
    // The pseudonym too, so that events of an erased owner are found by the former session address.
    subs: sub === undefined ? undefined : [sub, pseudonymOf(sub)],
    administrator,
    from: readTime('from', from),
    to: readTime('to', to),
  };
}

function readTime(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = parseFilterTime(text);
  if (time === undefined) throw invalidOauthRequest(`${name} is not a time: write it as 2026-03-01T00:00:00Z.`);
  return time;
}
