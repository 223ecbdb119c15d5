import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction, RouteOptions } from 'fastify';
import glue from 'fastify-openapi-glue';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { ResponseHeaders } from '../../typed-contract/operation.ts';
import { createConfirmationReader } from './confirmation.ts';
import {
  type BoundOperation,
  createOperationCalls,
  type OperationCalls,
  type OperationResult,
} from './operation-calls.ts';
import type { Contract, ContractOperation } from './contract.ts';
import { type DomainError, type ErrorFormat, HttpProblemError, type Violation } from '../errors/domain-error.ts';
import { preparedJson, sendEncoded } from '../http/encoded-content.ts';
import type { Count, ServiceMetrics } from '../observe/metrics.ts';
import { readRequest } from '../http/incoming-request.ts';
import { createOperationAuthenticator, type SecuritySchemes } from '../caller/security.ts';
import { validatorCompiler } from './validation.ts';

interface Binding {
  readonly contract: Contract;
  readonly operations: readonly ContractOperation[];
  readonly handlers: object;
  readonly context: object;
  readonly security: SecuritySchemes;
  readonly errors: ErrorFormat;
  readonly baseUrl: string;
  readonly checkResponses: boolean;
  readonly metrics: Pick<ServiceMetrics, 'counter'>;
  readonly now: () => Date;
}

/** A response that violates the contract. Thrown only when responses are checked. */
class ResponseViolationError extends Error {
  constructor(operationId: string, status: number, violations: readonly Violation[]) {
    super(
      `${operationId} responded ${status} in violation of its contract: ${violations.map((f) => `${f.field} ${f.message}`).join('; ')}`,
    );
    this.name = 'ResponseViolationError';
  }
}

type Handler = (input: object) => Promise<OperationResult> | OperationResult;

const respond = (status: number, body?: unknown, headers: ResponseHeaders = {}): OperationResult => ({
  status,
  body,
  headers,
});

trustGeneratedContracts();

/** Binds every operation of the contract to its handler. @throws Error when a handler is missing or has no operation */
export async function bindOperations(app: FastifyInstance, binding: Binding): Promise<void> {
  const handlers = matchHandlers(binding);
  const byId = new Map(binding.operations.map((operation) => [operation.operationId, operation]));
  const calls = createOperationCalls(app);
  const exempted = binding.operations.some(({ confirmation }) => confirmation)
    ? binding.metrics.counter(
        'unconfirmed_administrator_calls_total',
        'Calls with the key of an administrator of operations that a person has to confirm',
        ['operation'],
      )
    : () => undefined;

  app.setValidatorCompiler(validatorCompiler);

  await app.register(glue, {
    // Responses are typed by the contract and checked in tests; a serializer that removes or converts members would hide mistakes.
    specification: withoutResponses(binding.contract),
    operationResolver: (operationId: string) => {
      const operation = byId.get(operationId);
      const handler = handlers.get(operationId);
      if (!operation || !handler)
        throw new Error(`${operationId} is not an operation of ${binding.contract.info.title}`);
      return routeOptions(binding, operation, handler, calls, exempted);
    },
  });
  refuseShadowedMethods(app, binding.operations);
}

/**
 * Rejects a method that only a path template offers for a path which the contract lists itself: `GET /notes/send` gets 405
 * although `GET /notes/{noteId}` exists.
 */
function refuseShadowedMethods(app: FastifyInstance, operations: readonly ContractOperation[]): void {
  const methods = Map.groupBy(operations, ({ path }) => path);
  for (const [path, pathMethods] of methods) {
    const shadowing = operations.filter((other) => covers(other.path, path) && !covers(path, other.path));
    const missing = shadowing
      .map(({ method }) => method)
      .filter((method) => pathMethods.every((one) => one.method !== method));
    for (const method of new Set(missing))
      app.route({
        method,
        url: routeOf(path),
        exposeHeadRoute: false,
        handler: (_request, reply) => reply.callNotFound(),
      });
  }
}

/** Returns whether a path template matches every request of another path. */
function covers(template: string, path: string): boolean {
  const [wide, narrow] = [template.split('/'), path.split('/')];
  return wide.length === narrow.length && wide.every((part, at) => part === narrow[at] || part.startsWith('{'));
}

const routeOf = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

function matchHandlers({ handlers, operations, contract }: Binding): Map<string, Handler> {
  const byOperationId = new Map(Object.entries(handlers));
  const expected = new Set(operations.map(({ operationId }) => operationId));
  const missing = [...expected].filter((id) => typeof byOperationId.get(id) !== 'function');
  const extra = [...byOperationId.keys()].filter((id) => !expected.has(id));
  if (missing.length > 0 || extra.length > 0) {
    const problems = [
      ...missing.map((id) => `no handler for ${id}`),
      ...extra.map((id) => `${id} is not in the contract`),
    ];
    throw new Error(`${contract.info.title}: ${problems.join('; ')}`);
  }
  return byOperationId;
}

function routeOptions(
  binding: Binding,
  operation: ContractOperation,
  handler: Handler,
  calls: OperationCalls,
  countExemption: Count<'operation'>,
): RouteOptions {
  const { baseUrl, context, checkResponses } = binding;
  const security = createOperationAuthenticator(operation, binding.security, (schemes): DomainError =>
    binding.errors.fromProblem({ kind: 'unauthenticated', schemes }),
  );
  const authenticate = async (request: FastifyRequest) => {
    request.caller = await security?.authenticate(readRequest(request, baseUrl));
  };
  const requireConfirmation = createConfirmationReader(operation, {
    now: binding.now,
    refuse: binding.errors.fromProblem,
    exempted: (operationId) => countExemption({ operation: operationId }),
  });
  const handle: BoundOperation['handle'] = async (caller, input) => {
    await requireConfirmation(caller?.confirmation, input);
    const { path, query, headers, body, request, log, callOperation } = input;
    // Named members: with a second spread the copy of the context would grow, and be copied again, several times.
    const parts = { ...context, path, query, headers, body, request, log, callOperation, respond };
    return handler(caller === undefined ? parts : Object.assign(parts, caller.credentials));
  };
  calls.add({ operation, authenticate: security?.authenticate, handle });

  return {
    method: operation.method,
    url: routeOf(operation.path),
    exposeHeadRoute: operation.head,
    config: { operationId: operation.operationId, rawBody: operation.rawBody, requestTypes: operation.requestTypes },
    ...(security && !security.readsBody && { onRequest: authenticate }),
    preValidation: [
      ...(operation.bodyRequired && !operation.rawBody ? [requireBody] : []),
      ...(security?.readsBody ? [authenticate] : []),
    ],
    ...(operation.rawBody && { validatorCompiler: () => () => true }),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const incoming = readRequest(request, baseUrl);
      const { status, body, headers } = await handle(request.caller, {
        path: request.params,
        query: request.query,
        headers: request.headers,
        body: request.body,
        request: incoming,
        log: request.log,
        callOperation: calls.forRequest(incoming, request.log),
      });
      reply.code(status).headers(headers);
      if (checkResponses) {
        const violations = operation.checkResponse(
          status,
          body instanceof ReadableStream ? undefined : body,
          reply.getHeaders(),
        );
        if (violations.length > 0) throw new ResponseViolationError(operation.operationId, status, violations);
      }
      const prepared = preparedJson(body);
      if (prepared === undefined) return reply.send(body);
      return sendEncoded(reply.type('application/json; charset=utf-8'), prepared);
    },
  };
}

/** Rejects a missing body, which Fastify does not validate. */
function requireBody(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  if (request.body === undefined) done(new HttpProblemError({ kind: 'missing_body' }));
  else done();
}

/**
 * Lets fastify-openapi-glue accept every contract as valid OpenAPI. It would compile the schema of OpenAPI at every start, a
 * tenth of the processor time, and compare contracts with it that do not change after `npm run generate`:
 * `npm run lint:specs` and a test compare them. If a later version stores compiled schemas elsewhere, it validates again.
 */
export function trustGeneratedContracts(): void {
  // Versions of OpenAPI whose schema the validator would compile.
  const compiled = Object.fromEntries(['3.0', '3.1', '3.2'].map((version) => [version, () => true]));
  Object.defineProperty(Validator.prototype, 'ajvValidators', {
    configurable: true,
    get: () => compiled,
    set: () => {},
  });
}

/** Members of an operation from which its route is created. */
const requestMembers: ReadonlySet<string> = new Set(['operationId', 'parameters', 'requestBody']);

/** Members of a contract that say what document it is. */
const documentMembers: ReadonlySet<string> = new Set(['openapi']);

type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Returns a contract of requests only: the parameters and bodies of each operation, and the components that they refer to.
 * fastify-openapi-glue copies a contract several times and resolves every reference, so that the start of a service takes
 * less than a third of the time.
 */
export function withoutResponses(contract: Contract): Contract {
  const paths = mapValues(contract.paths, (item) =>
    mapValues(item, (part) => (Array.isArray(part) ? part : pick(part, requestMembers))),
  );
  const components = Object.fromEntries(Object.entries(contract.components ?? {})) as Components;
  return { ...pick(contract, documentMembers), info: contract.info, paths, components: reachable(components, paths) };
}

/** Returns the components that a value refers to, directly or through others. */
function reachable(components: Components, value: unknown): Components {
  const found = new Map<string, Set<string>>();
  const follow = (from: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(from).matchAll(
      /"\$ref":"#\/components\/(\w+)\/([\w.-]+)"/g,
    )) {
      const names = found.get(kind) ?? new Set();
      found.set(kind, names);
      if (names.has(name)) continue;
      names.add(name);
      follow(components[kind]?.[name]);
    }
  };
  follow(value);
  return Object.fromEntries([...found].map(([kind, names]) => [kind, pick(components[kind] ?? {}, names)]));
}

function mapValues(parent: object, change: (value: object) => unknown): object {
  return Object.fromEntries(
    Object.entries(parent).map(([key, value]) => [key, typeof value === 'object' ? change(value) : value]),
  );
}

function pick(from: object, names: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.has(name)));
}
