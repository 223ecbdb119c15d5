import type { FastifyBaseLogger, FastifyInstance, FastifySchema } from 'fastify';
import type { ResponseHeaders } from '../../typed-contract/operation.ts';
import type { ContractOperation } from './contract.ts';
import { HttpProblemError } from '../errors/domain-error.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';
import type { Authenticated, OperationAuthenticator } from '../caller/security.ts';
import { RequestViolationError, validatorCompiler } from './validation.ts';

/** The parts of a request that an operation reads, before validation. */
export interface OperationArguments {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Undefined for an operation without a body. */
  readonly body: unknown;
}

/** What a handler returned. */
export interface OperationResult {
  readonly status: number;
  readonly body: unknown;
  readonly headers: ResponseHeaders;
}

/**
 * Calls another operation on behalf of the current request: its authentication with the credentials of this request, its
 * validation, its handler.
 *
 * @throws DomainError or HttpProblemError as the operation does
 */
export type CallOperation = (operationId: string, args: OperationArguments) => Promise<OperationResult>;

/** What a handler receives besides context and credentials. */
interface OperationInput {
  readonly path: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  readonly request: IncomingRequest;
  readonly log: FastifyBaseLogger;
  /** Left out for an operation that another one called. */
  readonly callOperation?: CallOperation;
}

export interface BoundOperation {
  readonly operation: ContractOperation;
  readonly authenticate: OperationAuthenticator | undefined;
  readonly handle: (caller: Authenticated | undefined, input: OperationInput) => Promise<OperationResult>;
}

export interface OperationCalls {
  readonly add: (bound: BoundOperation) => void;
  readonly forRequest: (request: IncomingRequest, log: FastifyBaseLogger) => CallOperation;
}

const parts = { path: 'params', query: 'querystring', headers: 'headers', body: 'body' } as const;
type Part = keyof typeof parts;
type Validator = (part: Part, value: unknown) => unknown;

/** Collects the operations of a service with the schemas of their routes. Create it before the routes. */
export function createOperationCalls(app: FastifyInstance): OperationCalls {
  const bound = new Map<string, BoundOperation>();
  const validators = new Map<string, Validator>();
  app.addHook('onRoute', ({ config, schema, method, url }) => {
    const operationId = config?.operationId;
    if (operationId !== undefined && method !== 'HEAD')
      validators.set(operationId, createValidator(schema ?? {}, String(method), url));
  });

  return {
    add: (operation) => void bound.set(operation.operation.operationId, operation),
    forRequest: (request, log) => async (operationId, args) => {
      const called = bound.get(operationId);
      const validate = validators.get(operationId);
      if (!called || !validate) throw new Error(`${operationId} is not an operation of this service`);
      const caller = await called.authenticate?.(request);
      return called.handle(caller, {
        path: validate('path', args.path),
        query: validate('query', args.query),
        headers: validate('headers', args.headers),
        body: args.body === undefined ? undefined : validate('body', args.body),
        request,
        log,
      });
    },
  };
}

/**
 * Creates the validation of an operation's route for values that are JSON already: unlike the text of a URL, they are not
 * converted.
 */
function createValidator(schema: FastifySchema, method: string, url: string): Validator {
  const compiled = new Map<Part, ReturnType<typeof validatorCompiler>>();
  const compile = (part: Part) => {
    const declared = part === 'body' ? jsonBodyOf(schema.body) : schema[parts[part]];
    const validator =
      typeof declared === 'object' && declared !== null
        ? validatorCompiler({ schema: declared, method, url, httpPart: part === 'headers' ? 'headers' : 'body' })
        : (value: unknown) => ({ value });
    compiled.set(part, validator);
    return validator;
  };
  return (part, value) => {
    const result: unknown = (compiled.get(part) ?? compile(part))(value);
    const error = typeof result === 'object' && result !== null && 'error' in result ? result.error : undefined;
    if (error instanceof RequestViolationError)
      throw new HttpProblemError({ kind: 'invalid', part, violations: error.violations });
    return value;
  };
}

/** The schema of a JSON body, which routes have by media type. */
function jsonBodyOf(body: unknown): unknown {
  const content = isObject(body) ? body['content'] : undefined;
  const json = isObject(content) ? content['application/json'] : undefined;
  return isObject(json) ? json['schema'] : undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
