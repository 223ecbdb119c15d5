import { authorizationStatus } from '../authorization-request.ts';
import { codeRedeemed, pollingCodeUnknown } from '../errors.ts';
import type { SsoHandler } from '../handler.ts';
import { secretHash } from '../secret-hash.ts';

/** Says how a sign-in is going; one read of one row. */
export const pollAuthorization: SsoHandler<'pollAuthorization'> = async ({
  body,
  requests,
  pollPace,
  secrets,
  settings,
  now,
  respond,
}) => {
  const pollingCodeHash = secretHash(body.polling_code);
  const asked = await requests.byPollingCode(pollingCodeHash);
  if (!asked) throw pollingCodeUnknown();

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
