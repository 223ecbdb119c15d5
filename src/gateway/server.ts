import type { FastifyInstance, FastifyReply } from 'fastify';
import { headerPairs } from '../protocol/request-headers.ts';
import { createServer, type ServerHeaders, type ServiceEnvironment } from '../runtime/http/create-server.ts';
import { DomainError, describeProblem, type ErrorFormat } from '../runtime/errors/domain-error.ts';
import { withTimeout } from '../runtime/jobs/repeat.ts';
import { createAssertion, type SigningKeys } from './signing-keys.ts';
import type { GatewayConfig } from './config.ts';
import type { Accepted, Decide, Identity } from './decide.ts';
import { type Refusal, refuse } from './forwarded-request.ts';

/** What one configuration makes of requests. */
export interface Gate {
  readonly config: GatewayConfig;
  readonly decide: Decide;
}

/** Milliseconds for a decision. Providers and stores have shorter timeouts of their own. */
const decisionTimeout = 8_000;

/** Every failure is 403, which proxies pass on. */
const errors: ErrorFormat = {
  fromProblem: (problem) =>
    new DomainError(problem.kind === 'not_found' ? 'not_found' : problem.kind, 403, describeProblem(problem)),
  body: ({ code, message }) => ({ ok: false, code, error: message }),
};

/** Responses are for proxies, and refusals for clients are JSON: no browser shows them as a page. */
const noPageHeaders = {
  contentSecurityPolicy: false,
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} satisfies ServerHeaders;

const path = '/verify';

/**
 * Creates the gateway's server: `/verify` for proxies, by any method and with any path after it, and the key set for
 * upstreams. Its routes are bound by hand: `docs/decisions/gateway.md`.
 */
export async function createGatewayServer(parts: {
  /** The current one; a reload replaces it. */
  readonly gate: () => Gate;
  readonly keys: () => SigningKeys;
  readonly newId: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly environment: ServiceEnvironment;
}): Promise<FastifyInstance> {
  const { gate, keys, newId, now, environment } = parts;
  const count = environment.metrics.counter('gateway_decisions_total', 'Decisions, by outcome', ['outcome']);
  const app = await createServer(
    {
      name: 'gateway',
      errors,
      operations: [],
      headers: noPageHeaders,
      // Proxies log requests, with X-Gateway-Code; the gateway logs what it refuses.
      logsRequests: false,
    },
    environment,
  );

  const decide = async (
    { decide }: Gate,
    peer: string,
    headers: Parameters<Decide>[1],
    asked: AskedFor,
  ): Promise<Accepted | Refusal> => {
    const decided = await withTimeout(decisionTimeout, decide(peer, headers), 'The gateway could not decide');
    if (!decided.ok || asked.target === undefined) return decided;
    const { path, query } = decided.request.target;
    const same = asked.target === (query === undefined ? path : `${path}?${query}`);
    return same && asked.method === decided.request.method
      ? decided
      : refuse(403, 'ambiguous_header', 'The proxy asks for another request than its X-Forwarded headers describe.');
  };

  const respond = (reply: FastifyReply, { config }: Gate, decided: Accepted | Refusal): FastifyReply => {
    if (decided.ok) {
      const assertion = createAssertion({
        request: decided.request,
        identity: decided.identity,
        settings: config.assertion,
        key: keys().current(),
        now: now() / 1000,
        jti: newId(),
      });
      const fields = identityFields(decided.identity);
      if (Object.values(fields).every(isFieldText)) {
        count({ outcome: 'accepted' });
        return reply
          .code(200)
          .headers({ ...fields, 'X-Agent-Assertion': assertion })
          .send();
      }
    }
    const refusal = decided.ok
      ? refuse(403, 'unusable_identity', 'The token has claims that no header can hold.')
      : decided;
    const { status, code, message, headers } = refusal;
    count({ outcome: code });
    reply.log.info({ code }, 'request refused');
    return reply
      .code(status)
      .headers({ ...identityFields({ helperOf: [] }), 'X-Agent-Assertion': '', ...headers, 'X-Gateway-Code': code })
      .send({ ok: false, code, error: message });
  };

  for (const url of [path, `${path}/*`])
    app.route({
      method: app.supportedMethods,
      url,
      config: { operationId: 'verify' },
      // Before the body, which is the client's and of no use here.
      onRequest: async (request, reply) => {
        const { rawHeaders, socket } = request.raw;
        const asked = { method: request.method, target: suffixOf(request.raw.url ?? '') };
        // A reload meanwhile does not mix two configurations.
        const current = gate();
        // The peer's own address decides; what it says of others is data.
        const decided = await decide(current, socket.remoteAddress ?? '', headerPairs(rawHeaders), asked).catch(
          (error: unknown) => {
            request.log.error({ err: error }, 'the request was not decided');
            return refuse(403, 'unavailable', 'The gateway cannot decide now: try again.', { 'Retry-After': '5' });
          },
        );
        return respond(reply, current, decided);
      },
      handler: (_request, reply) => reply.code(403).send(),
    });

  app.get('/.well-known/jwks.json', { config: { operationId: 'keys' } }, (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .type('application/jwk-set+json')
      .send(JSON.stringify(keys().keySet())),
  );
  return app;
}

/** What the proxy asks for by its own request, for proxies that repeat method and path (Envoy). */
interface AskedFor {
  readonly method: string;
  /** Undefined when the proxy asks for `/verify` alone. */
  readonly target: string | undefined;
}

function suffixOf(url: string): string | undefined {
  const rest = url.slice(path.length);
  return rest.startsWith('/') ? rest : undefined;
}

/** All of them always: a proxy that copies an absent one passes on what the client sent, or a placeholder. */
const identityFields = ({ sub, jkt, clientId, scope, helperOf, contentDigest }: Identity): Record<string, string> => ({
  'X-Agent-Sub': sub ?? '',
  'X-Agent-Jkt': jkt ?? '',
  'X-Agent-Client': clientId ?? '',
  'X-Agent-Scope': scope ?? '',
  'X-Agent-Helper-Of': helperOf.join(' '),
  'X-Agent-Content-Digest': contentDigest ?? '',
});

/** Visible ASCII with single spaces. */
const isFieldText = (value: string): boolean => /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/.test(value);
