import * as oauth from 'oauth4webapi';
import { verifyDpopRequest } from '../../src/protocol/dpop-request.ts';
import { createPublicKey } from 'node:crypto';
import type { MutatedRequests } from './mutated-requests.ts';
import { audience, issuer, now, type MutatedRequest } from './request-draft.ts';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'vitest';

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

/** A difference between two verifiers, and the line of docs/protocol-choices.md that explains it. */
export interface Difference {
  /** Mutation of the request that shows the difference. */
  readonly mutation: string;
  /** Our reason for rejecting the request; undefined when we accept it. */
  readonly ours?: string;
  /** The other verifier's reason; undefined when it accepts the request. */
  readonly theirs?: string;
  /** First cell of the line in docs/protocol-choices.md. */
  readonly line: string;
}

export interface ComparedRequest {
  readonly request: MutatedRequest;
  readonly ours: Verdict;
  readonly theirs: Verdict;
}

const choices = readFileSync(resolve(import.meta.dirname, '../../docs/protocol-choices.md'), 'utf8');

/** Expects exactly these differences, a request that shows each, and a line of docs/protocol-choices.md for each. */
export function expectDifferences(compared: readonly ComparedRequest[], explained: readonly Difference[]): void {
  const differing = compared.filter(({ ours, theirs }) => (ours === undefined) !== (theirs === undefined));
  const explains = (difference: Difference, { request, ours, theirs }: ComparedRequest): boolean =>
    request.mutations.includes(difference.mutation) &&
    matches(difference.ours, ours) &&
    matches(difference.theirs, theirs);
  expect(differing.filter((one) => !explained.some((difference) => explains(difference, one)))).toEqual([]);
  expect(explained.filter((difference) => !differing.some((one) => explains(difference, one)))).toEqual([]);
  expect(explained.filter(({ line }) => !choices.includes(`\n| ${line} |`))).toEqual([]);
}

/** Compares the start of a reason, because its end may quote values of the request. */
const matches = (expected: string | undefined, verdict: Verdict): boolean =>
  expected === undefined ? verdict === undefined : verdict?.startsWith(expected) === true;
