import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isJsonObject } from '../protocol/json-object.ts';
import { invalidDpopProof, invalidRequest, unsupportedGrantType } from './errors.ts';

type Parameters = Record<string, unknown>;

/** What each grant needs besides `grant_type`. */
const grantParameters = {
  authorization_code: ['code', 'client_id', 'code_verifier'],
  refresh_token: ['refresh_token', 'client_id'],
} as const;

/**
 * The rules of RFC 6749 §3.1 and §3.2 that a schema cannot say: a parameter without a value counts as left out, one
 * that is repeated is refused, known here or not; and the grant decides which parameters are looked for.
 */
export function readOauthParameters(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const { operationId } = request.routeOptions.config;
    if (operationId === 'authorize' && isParameters(request.query)) tidy(request.query);
    if (operationId === 'exchangeToken' || operationId === 'revokeToken') {
      const form = formOf(request);
      if (!form) return;
      tidy(form);
      if (operationId !== 'exchangeToken') return;
      checkGrant(form);
      checkProofLength(request.headers['dpop']);
    }
  });
}

const isParameters = (value: unknown): value is Parameters => isJsonObject(value);

function formOf({ body }: FastifyRequest): Parameters | undefined {
  return isParameters(body) ? body : undefined;
}

function tidy(parameters: Parameters): void {
  for (const [name, value] of Object.entries(parameters)) {
    if (Array.isArray(value))
      throw invalidRequest(`${name.slice(0, 64)} is there ${value.length} times: send it once.`);
    if (value === '') delete parameters[name];
  }
}

function checkGrant(form: Parameters): void {
  const grant = form['grant_type'];
  if (grant === undefined) throw invalidRequest('grant_type is missing.');
  if (grant !== 'authorization_code' && grant !== 'refresh_token') throw unsupportedGrantType();
  const missing = grantParameters[grant].find((name) => form[name] === undefined);
  if (missing !== undefined) throw invalidRequest(`${missing} is missing.`);
}

/** Longest proof, characters, as the contract says. */
const longestProof = 4096;

/** A proof that the contract does not allow is an invalid proof, not an invalid request (RFC 9449 §5). */
function checkProofLength(proof: unknown): void {
  if (typeof proof === 'string' && (proof === '' || proof.length > longestProof))
    throw invalidDpopProof(`The DPoP header has ${proof.length} characters: send a proof of 1 to ${longestProof}.`);
}
