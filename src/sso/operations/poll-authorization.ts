import { authorizationStatus } from '../authorization-request.ts';
import { codeRedeemed, pollingCodeUnknown } from '../errors.ts';
import type { SsoHandler } from '../handler.ts';
import { secretHash } from '../secret-hash.ts';

/** Says how a sign-in is going; one read of one row. Polling a sign-in is never limited here, guessing codes is. */
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
  const asked = await requests.byPollingCode(pollingCodeHash);
  if (!asked) {
    limits.demand('unknownPollingCode', request.ip);
    throw pollingCodeUnknown();
  }

  const over = { state: asked.state, iss: settings.issuer };
  const status = authorizationStatus(asked, now());
  switch (status) {
    case 'pending':
      return respond(200, { status }, { 'retry-after': String(pollPace.next(pollingCodeHash)) });
    case 'approved':
      return respond(200, {
        status: 'authorized',
        authorization_code: secrets.codeOf(body.polling_code),
        ...over,
      });
    case 'rejected':
    case 'expired':
      return respond(200, { status, ...over });
    case 'redeemed':
      throw codeRedeemed();
  }
};
