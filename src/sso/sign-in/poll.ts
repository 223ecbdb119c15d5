import { authorizationStatus } from './authorization-request.ts';
import { codeRedeemed, pollingCodeUnknown } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { secretHash } from '../tokens/grant-secrets.ts';

/** Returns the status of a sign-in. Only polls with unknown codes count against a limit. */
export const pollAuthorization: SsoHandler<'pollAuthorization'> = async ({
  body,
  requests,
  pollPace,
  limits,
  secrets,
  settings,
  now,
  request,
  respond,
}) => {
  const pollingCodeHash = secretHash(body.polling_code);
  const authorization = await requests.byPollingCode(pollingCodeHash);
  if (!authorization) {
    limits.consume('unknownPollingCode', request.ip);
    throw pollingCodeUnknown();
  }

  const final = { ...(authorization.state !== null && { state: authorization.state }), iss: settings.issuer };
  const status = authorizationStatus(authorization, now());
  switch (status) {
    case 'pending':
      return respond(200, { status }, { 'retry-after': String(pollPace.nextWait(pollingCodeHash)) });
    case 'approved':
      return respond(200, {
        status: 'authorized',
        authorization_code: secrets.codeOf(body.polling_code),
        ...final,
      });
    case 'rejected': {
      const { rejectionReason: reason } = authorization;
      return respond(200, { status, ...final, ...(reason !== null && { reason }) });
    }
    case 'expired':
      return respond(200, { status, ...final });
    case 'redeemed':
      throw codeRedeemed();
  }
};
