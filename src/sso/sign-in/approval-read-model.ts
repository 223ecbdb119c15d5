import { withResource } from '../applications/resources.ts';
import {
  authorizationStatus,
  type AuthorizationRequest,
  type AuthorizationStatus,
  type ResponseMode,
} from './authorization-request.ts';
import type { OtherResponse } from '../../runtime/errors/domain-error.ts';
import { formPostPage, responseAddress } from './authorization-response.ts';
import { isRequestingBrowser, signInApproves } from './requesting-browser.ts';
import { secretHash, secretKey } from '../tokens/grant-secrets.ts';
import type { SsoHandlerContext } from '../context.ts';
import type { AuthorizationRequest as ShownRequest } from '../../../generated/sso/types.ts';
import { type Client, iconUrlOf } from '../clients/client.ts';
import { differentNetwork } from '../sessions/place.ts';
import type { ProtectedResource } from '../settings.ts';
import { type PlatformScope, platformScopesOf } from '../../protocol/token-scope.ts';
import { type IdentityScope, identityScopesOf } from '../identity/claims.ts';
import type { ApprovedReach } from '../tokens/reach.ts';

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

/** What everybody with the link may know, before they sign in too: who asks, for what, from where and when. */
type RequestFacts = Pick<
  ShownRequest,
  | 'applicationName'
  | 'iconUrl'
  | 'selfRegistered'
  | 'metadataHost'
  | 'agentName'
  | 'redirectUri'
  | 'permissions'
  | 'permissionCodes'
  | 'services'
  | 'differentNetwork'
  | 'authorizationDetails'
  | 'detailSentences'
  | 'place'
  | 'requestedAt'
>;

/** Returns the facts of a request. @param issuer serves the icon @param ip address of the visitor */
export function requestFacts(
  request: AuthorizationRequest,
  client: Client,
  {
    resources,
    ip,
    issuer,
  }: {
    readonly resources?: readonly ProtectedResource[] | undefined;
    readonly ip: string;
    readonly issuer: string;
  },
): RequestFacts {
  return {
    applicationName: client.name,
    iconUrl: iconUrlOf(client, issuer),
    selfRegistered: client.registration !== 'administrator',
    metadataHost: client.registration === 'metadata' ? new URL(client.address).host : null,
    agentName: request.agentName,
    redirectUri: request.redirectUri,
    ...permissionsOf(request, resources),
    ...(request.details.length > 0 && { authorizationDetails: request.details }),
    ...(request.detailSentences.length > 0 && { detailSentences: request.detailSentences }),
    differentNetwork: differentNetwork(request.requesterIp, ip),
    place: { ipAddress: request.requesterIp, userAgent: request.requesterUserAgent },
    requestedAt: request.createdAt.toISOString(),
  };
}

/** Continues "It can …". */
const words: Readonly<Record<PlatformScope | IdentityScope, string>> = {
  'forum:write': 'write posts and comments for you at Forum',
  'forum:vote': 'vote for you at Forum',
  'notifications:host': 'receive your notifications and change who may notify you',
  payments: 'create payments for you',
  profile: 'see the name and the picture of your profile',
  email: 'see a made-up e-mail address that stands for you',
};

/** What an approver allows. */
export interface GrantedPermissions {
  /** In words that continue "It can …". */
  readonly permissions: string[];
  /** The same in the same order, for pages in other languages. */
  readonly permissionCodes: (PlatformScope | IdentityScope | 'act' | 'sign_in')[];
  /** Names of the services at which the application acts for the owner. */
  readonly services: string[];
}

/** Returns what an approver allows. */
export function permissionsOf(
  approved: ApprovedReach,
  resources: readonly ProtectedResource[] = [],
): GrantedPermissions {
  const { permissions, permissionCodes, services } = rightsOf(approved, resources);
  const identity = identityScopesOf(approved.scope);
  return {
    permissions: [...permissions, ...identity.map((granted) => words[granted])],
    permissionCodes: [...permissionCodes, ...identity],
    services,
  };
}

/** Returns where the application may act. */
function rightsOf(
  { reach, scope, resource }: ApprovedReach,
  resources: readonly ProtectedResource[],
): GrantedPermissions {
  const scopes = platformScopesOf(scope);
  if (scopes.length > 0)
    return { permissions: scopes.map((granted) => words[granted]), permissionCodes: [...scopes], services: [] };
  const reached = resources.filter(({ uri, acceptsIssuer }) => (resource === null ? acceptsIssuer : uri === resource));
  if (reached.length === 0 || (reach === 'sign-in' && resource === null))
    return { permissions: ['sign you in'], permissionCodes: ['sign_in'], services: [] };
  const services = reached.map(({ name }) => name);
  return { permissions: [`act for you at ${listed(services)}`], permissionCodes: ['act'], services };
}

/** Joins names as English lists them: "Forum and Notifications". */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
}
