import { ofRequest } from '../administration/audit-store.ts';
import type { AuthenticationResponseJson } from '../../../generated/sso/types.ts';
import type { ConfirmedInput } from '../../runtime/contract/confirmation.ts';
import type { IncomingRequest } from '../../runtime/http/incoming-request.ts';
import { type BrowserCaller, type DeviceCaller, requireOwner } from './caller.ts';
import type { SsoHandlerContext } from '../context.ts';
import { assertionRequired, passkeyRefused } from '../errors/owner-errors.ts';
import type { SsoRequestContext } from '../handler.ts';
import { challengeOf, recordRefusedPasskey, verifyOwnAssertion } from '../owners/passkey-ceremony.ts';
import { secretHash } from '../tokens/grant-secrets.ts';

/** A request of a browser whose operation needs a ceremony for an action (`x-confirmation`). */
interface ConfirmedRequest {
  readonly caller: BrowserCaller;
  readonly action: string;
  readonly input: ConfirmedInput;
  readonly request: IncomingRequest;
}

/** Requires the assertion that an operation's `x-confirmation` demands. */
export async function requireAction(
  { caller, action, input, request }: ConfirmedRequest,
  context: SsoHandlerContext,
): Promise<void> {
  // The contract validated both.
  const path = input.path as Partial<Record<'credentialId' | 'jkt', string>>;
  const body = (input.body ?? {}) as { readonly assertion?: AuthenticationResponseJson; readonly link?: string };
  // What an approval confirms is a part of the request, which its handler reads.
  if (action === 'approve_request') return;
  // A link is made with an assertion of its own.
  if (action === 'create_passkey' && body.link !== undefined) return;
  await requireAssertion(caller, body.assertion, readOwnerAction(action, path), { ...context, request });
}

/**
 * Requires that a browser confirms an action with a fresh passkey assertion. A device passes without one, because its
 * signature covers the request. The challenge is consumed even if the assertion is rejected.
 *
 * @returns the time of the assertion; undefined for a device
 * @throws DomainError `assertion_required` or `passkey_refused`
 */
export async function requireAssertion(
  caller: BrowserCaller | DeviceCaller,
  assertion: AuthenticationResponseJson | undefined,
  action: OwnerAction,
  {
    passkeyChallenges,
    passkeys,
    browserCeremonies,
    refusals,
    metrics,
    settings,
    now,
    request,
  }: SsoHandlerContext & Pick<SsoRequestContext, 'request'>,
): Promise<Date | undefined> {
  if (caller.kind === 'device') return undefined;
  if (!assertion) throw assertionRequired(action.action);
  const sub = requireOwner(caller);
  const at = now();
  try {
    const challenge = challengeOf(assertion);
    const ceremony = await passkeyChallenges.consume(secretHash(challenge), 'assertion', at);
    if (!ceremony || ceremony.sub !== sub || ceremony.action !== ownerActionText(action)) throw passkeyRefused();
    const passkey = await passkeys.byId(assertion.id);
    if (passkey?.sub !== sub) throw passkeyRefused();
    const signCount = await verifyOwnAssertion(settings.issuer, challenge, assertion, passkey);
    // The passkey was deleted concurrently.
    if (!(await passkeys.use(passkey, signCount, at))) throw passkeyRefused();
    await browserCeremonies.record({ ownerSub: sub, hash: caller.tokenHash }, at);
    return at;
  } catch (error) {
    const details = { credentialId: assertion.id, action: action.action };
    const refusal = { at, ...ofRequest(request), ownerSub: sub, details };
    await recordRefusedPasskey(error, { refusals, metrics }, refusal);
    throw error;
  }
}

/** An action that an owner confirms in a browser with a fresh passkey assertion. */
export type OwnerAction =
  | {
      readonly action: 'approve_request';
      /** Id of the authorization request. */
      readonly id: string;
      readonly clientAddress: string;
      readonly dpopJkt: string | null;
    }
  | { readonly action: 'delete_passkey'; readonly credentialId: string }
  | { readonly action: 'delete_device'; readonly jkt: string }
  | {
      readonly action:
        | 'create_passkey'
        | 'create_device_link'
        | 'create_recovery_codes'
        | 'delete_browser_sessions'
        | 'delete_owner';
    };

/** Returns the text that a challenge is bound to: equal for equal actions only. */
export function ownerActionText(action: OwnerAction): string {
  switch (action.action) {
    case 'approve_request':
      return JSON.stringify([action.action, action.id, action.clientAddress, action.dpopJkt]);
    case 'delete_passkey':
      return JSON.stringify([action.action, action.credentialId]);
    case 'delete_device':
      return JSON.stringify([action.action, action.jkt]);
    case 'create_passkey':
    case 'create_device_link':
    case 'create_recovery_codes':
    case 'delete_browser_sessions':
    case 'delete_owner':
      return JSON.stringify([action.action]);
  }
}

/**
 * Returns the action of an operation's `x-confirmation`.
 *
 * @param path parameters of the operation's path
 * @throws Error for an action that no assertion confirms
 */
function readOwnerAction(
  action: string,
  { credentialId = '', jkt = '' }: Partial<Record<'credentialId' | 'jkt', string>>,
): OwnerAction {
  switch (action) {
    case 'delete_passkey':
      return { action, credentialId };
    case 'delete_device':
      return { action, jkt };
    case 'create_passkey':
    case 'create_device_link':
    case 'create_recovery_codes':
    case 'delete_browser_sessions':
    case 'delete_owner':
      return { action };
    default:
      throw new Error(`${action} is not an action that an assertion confirms`);
  }
}
