import * as oauth from 'oauth4webapi';
import { verifyDpopRequest } from '../../src/protocol/dpop-request.ts';
import { createPublicKey } from 'node:crypto';
import type { MutatedRequests } from './mutated-requests.ts';
import { audience, issuer, type MutatedRequest, now } from './request-draft.ts';

/** Reason for rejecting a request; undefined when it is accepted. */
export type Verdict = string | undefined;

/** Verifies with the rules of the services and the published package. */
export function platformVerdict({ jwks }: MutatedRequests): (request: MutatedRequest) => Promise<Verdict> {
  const keys = new Map(jwks.keys.map((key) => [key.kid ?? '', createPublicKey({ key, format: 'jwk' })]));
  const options = {
    issuer,
    audience,
    keys: (kid: string) => Promise.resolve(keys.get(kid)),
    replayStore: { once: () => Promise.resolve(true) },
    now,
  };
  return ({ method, url, headers }) =>
    verifyDpopRequest({ method, url, headers }, options).then(() => undefined, reason);
}

/** Verifies with oauth4webapi, which reads the system clock: the caller must stop it at `now`. */
export function oauth4webapi({ jwks }: MutatedRequests): (request: MutatedRequest) => Promise<Verdict> {
  const server = { issuer, jwks_uri: `${issuer}/oauth/jwks` };
  const options = {
    requireDPoP: true,
    [oauth.clockTolerance]: 0,
    [oauth.customFetch]: () => Promise.resolve(Response.json(jwks)),
  };
  return async ({ method, url, headers }) => {
    try {
      const request = new Request(url, {
        method,
        headers: headers.map(([name, value]): [string, string] => [name, value]),
      });
      await oauth.validateJwtAccessToken(server, request, audience, options);
      return undefined;
    } catch (error) {
      return reason(error);
    }
  };
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? `${String(error.code)}: ${error.message}` : error.message;
}
