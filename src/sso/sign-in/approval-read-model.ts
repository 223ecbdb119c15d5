import { withResource } from '../applications/resources.ts';
import {
  authorizationStatus,
  type AuthorizationRequest,
  type AuthorizationStatus,
  type ResponseMode,
} from './authorization-request.ts';
import type { OtherResponse } from '../../runtime/errors/http-problem.ts';
import { formPostPage, responseAddress } from './authorization-response.ts';
import { isRequestingBrowser, signInApproves } from './requesting-browser.ts';
import { secretHash, secretKey } from '../tokens/grant-secrets.ts';
import { type GrantedPermissions, permissionsOf, type RequestFacts, requestFacts } from './request-facts.ts';
import type { SsoHandlerContext } from '../context.ts';

/** Public view of an authorization request, shown on the approval page before sign-in. */
export interface ApprovalView {
  readonly status: AuthorizationStatus;
  readonly facts: RequestFacts;
  readonly responseMode: ResponseMode;
  /** Whether a program in a terminal asks and polls, instead of a screen that a person looks at. */
  readonly terminal: boolean;
  /** Origin of the registered redirect URI, to start again there; null for an application that nobody has checked. */
  readonly applicationOrigin: string | null;
  /** Shown on the requesting screen only; null for every other visitor, and for an own application. */
  readonly comparisonCode: string | null;
  /** Whether this browser sent the request. */
  readonly sameBrowser: boolean;
  readonly expiresAt: Date;
  /** What the application can do, where signing in approves it; null where an approval follows. */
  readonly approvedBySignIn: GrantedPermissions | null;
  /**
   * How the browser returns to the application: by a redirect, or by a page that submits a form. Null while pending, after
   * redemption, and for every browser but the requesting one.
   */
  readonly response: OtherResponse | null;
}

export function createApprovalReadModel({
  requests,
  clients,
  deviceLinks,
  secrets,
  settings,
  applicationResources,
  now,
}: SsoHandlerContext) {
  const { issuer } = settings;
  return {
    /** Whether another device can join with a link. @param link the secret at the end of the link */
    isDeviceLinkOpen: async (link: string): Promise<boolean> =>
      (await deviceLinks.ownerOf(secretHash(link), now())) !== undefined,

    /** @param link the secret at the end of the deep link */
    byLink: async (
      link: string,
      { cookies, ip }: { readonly cookies: Readonly<Record<string, string | undefined>>; readonly ip: string },
    ): Promise<ApprovalView | undefined> => {
      const request = await requests.byLink(secretKey(link));
      const client = request && (await clients.byAddress(request.clientAddress));
      if (!client) return undefined;
      const status = authorizationStatus(request, now());
      const sameBrowser = isRequestingBrowser(request, cookies, issuer);
      const { resources } = await withResource(settings, request.resource, { applicationResources });
      return {
        status,
        facts: requestFacts(request, client, { resources, ip, issuer }),
        responseMode: request.responseMode,
        terminal: isTerminal(request),
        applicationOrigin: client.registration === 'administrator' ? webOrigin(request.redirectUri) : null,
        comparisonCode: sameBrowser && client.kind !== 'own' ? request.comparisonCode : null,
        sameBrowser,
        expiresAt: request.expiresAt,
        approvedBySignIn:
          sameBrowser && signInApproves(request, client, now()) ? permissionsOf(request, resources) : null,
        response: sameBrowser
          ? returnResponse(
              request,
              outcome(status, () => secrets.codeOf(link)),
              issuer,
            )
          : null,
      };
    },
  };
}

export type ApprovalReadModel = ReturnType<typeof createApprovalReadModel>;

/** An agent says its name; other programs name no browser, all of which begin as the first one did (`Mozilla/5.0`). */
function isTerminal({ responseMode, deviceFlow, agentName, requesterUserAgent }: AuthorizationRequest): boolean {
  if (responseMode !== 'json') return false;
  return agentName !== null || (!deviceFlow && requesterUserAgent?.startsWith('Mozilla/') !== true);
}

function webOrigin(redirectUri: string | null): string | null {
  const url = redirectUri === null ? null : URL.parse(redirectUri);
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : null;
}

/** RFC 6749 §4.1.2 and §4.1.2.1. A redeemed code is not returned again, because a second redemption revokes the session. */
function outcome(status: AuthorizationStatus, code: () => string): Readonly<Record<string, string>> | undefined {
  if (status === 'approved') return { code: code() };
  return status === 'rejected' ? { error: 'access_denied' } : undefined;
}

function returnResponse(
  { responseMode, redirectUri, state }: AuthorizationRequest,
  result: Readonly<Record<string, string>> | undefined,
  issuer: string,
): OtherResponse | null {
  if (redirectUri === null || result === undefined) return null;
  const target = { redirectUri, state };
  switch (responseMode) {
    case 'json':
      return null;
    case 'query':
      return { status: 303, headers: { location: responseAddress(target, result, issuer) }, body: '' };
    case 'form_post':
      return formPostPage(target, result, issuer);
  }
}
