import { authorizationStatus, type AuthorizationRequest, type AuthorizationStatus } from './authorization-request.ts';
import type { GrantSecrets } from './grant-secrets.ts';
import { secretHash } from './secret-hash.ts';
import type { SsoSettings } from './settings.ts';
import type { AuthorizationRequestStore } from './store/authorization-requests.ts';
import type { ClientStore } from './store/clients.ts';

/** Public view of an authorization request, shown on the approval page before sign-in. */
export interface ApprovalView {
  readonly status: AuthorizationStatus;
  readonly applicationName: string;
  readonly responseMode: 'json' | 'query';
  readonly comparisonCode: string;
  readonly expiresAt: Date;
  /** Redirect target of the requesting browser; null while pending, after redemption, and for `response_mode=json`. */
  readonly returnTo: string | null;
  readonly askedFrom: { readonly ip: string; readonly userAgent: string | null };
}

export interface ApprovalReadModel {
  /** @param link the secret at the end of the deep link */
  byLink(link: string): Promise<ApprovalView | undefined>;
}

export interface ApprovalReadModelDependencies {
  readonly requests: Pick<AuthorizationRequestStore, 'byLink'>;
  readonly clients: Pick<ClientStore, 'byAddress'>;
  readonly secrets: Pick<GrantSecrets, 'codeOf'>;
  readonly settings: Pick<SsoSettings, 'issuer'>;
  readonly now: () => Date;
}

export function createApprovalReadModel(parts: ApprovalReadModelDependencies): ApprovalReadModel {
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
        askedFrom: { ip: request.requesterIp, userAgent: request.requesterUserAgent },
      };
    },
  };
}

/** RFC 6749 §4.1.2 and §4.1.2.1. A redeemed code is not returned again, because a second redemption revokes the session. */
function outcome(status: AuthorizationStatus, code: () => string): Readonly<Record<string, string>> | undefined {
  if (status === 'approved') return { code: code() };
  return status === 'rejected' ? { error: 'access_denied' } : undefined;
}

/** Builds the redirect target. `iss` identifies the provider (RFC 9207 §2). */
function returnAddress(
  { responseMode, redirectUri, state }: AuthorizationRequest,
  result: Readonly<Record<string, string>> | undefined,
  issuer: string,
): string | null {
  if (responseMode !== 'query' || redirectUri === null || result === undefined) return null;
  const parameters = new URLSearchParams({ ...result, state, iss: issuer });
  // Appended as text, because parsing could rewrite the registered query.
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters.toString()}`;
}
