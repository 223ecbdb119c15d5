import { authorizationStatus, type AuthorizationRequest, type AuthorizationStatus } from './authorization-request.ts';
import type { GrantSecrets } from './grant-secrets.ts';
import { secretHash } from './secret-hash.ts';
import type { SsoSettings } from './settings.ts';
import type { AuthorizationRequestStore } from './store/authorization-requests.ts';
import type { ClientStore } from './store/clients.ts';

/** What the page at a deep link may know before anybody has signed in there. */
export interface ApprovalView {
  readonly status: AuthorizationStatus;
  readonly applicationName: string;
  readonly responseMode: 'json' | 'query';
  readonly comparisonCode: string;
  readonly expiresAt: Date;
  /** Where the asking browser goes on to; null while nobody has decided, once the code was used, and in mode json. */
  readonly returnTo: string | null;
  readonly askedFrom: { readonly ip: string; readonly userAgent: string | null };
}

export interface ApprovalReadModel {
  /** @param link the secret at the end of the deep link */
  byLink(link: string): Promise<ApprovalView | undefined>;
}

export interface ApprovalReadModelParts {
  readonly requests: Pick<AuthorizationRequestStore, 'byLink'>;
  readonly clients: Pick<ClientStore, 'byAddress'>;
  readonly secrets: Pick<GrantSecrets, 'codeOf'>;
  readonly settings: Pick<SsoSettings, 'issuer'>;
  readonly now: () => Date;
}

export function createApprovalReadModel(parts: ApprovalReadModelParts): ApprovalReadModel {
  const { requests, clients, secrets, now } = parts;
  const { issuer } = parts.settings;
  return {
    byLink: async (link) => {
      const request = await requests.byLink(secretHash(link));
      const client = request && (await clients.byAddress(request.clientAddress));
      if (!client) return undefined;
      const status = authorizationStatus(request, now());
      return {
        status,
        applicationName: client.name,
        responseMode: request.responseMode,
        comparisonCode: request.comparisonCode,
        expiresAt: request.expiresAt,
        returnTo: returnAddress(
          request,
          outcome(status, () => secrets.codeOf(link)),
          issuer,
        ),
        askedFrom: { ip: request.askedFromIp, userAgent: request.askedFromUserAgent },
      };
    },
  };
}

/** RFC 6749 §4.1.2 and §4.1.2.1. A code that was redeemed is not handed out again: using it twice ends the session. */
function outcome(status: AuthorizationStatus, code: () => string): Readonly<Record<string, string>> | undefined {
  if (status === 'approved') return { code: code() };
  return status === 'rejected' ? { error: 'access_denied' } : undefined;
}

/** RFC 9207 §2: `iss` says which provider answers. */
function returnAddress(
  { responseMode, redirectUri, state }: AuthorizationRequest,
  result: Readonly<Record<string, string>> | undefined,
  issuer: string,
): string | null {
  if (responseMode !== 'query' || redirectUri === null || result === undefined) return null;
  const parameters = new URLSearchParams({ ...result, state, iss: issuer });
  // Appended as text: parsing the address could change how its own query is written.
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters.toString()}`;
}
