import { type CallToolResult, ProtocolError } from '@modelcontextprotocol/server';
import { isJsonObject, type JsonObject } from '../../protocol/json-object.ts';
import { DomainError } from '../../runtime/domain-error.ts';
import { HttpProblemError } from '../../runtime/http-problem-error.ts';
import type { CallOperation } from '../../runtime/operation-calls.ts';
import { forumErrors } from '../errors.ts';
import { rpcCodes } from './message.ts';
import { isMcpTool, operationArguments } from './tools.ts';

/**
 * Calls the operation of a tool. Errors that the caller can correct are results.
 *
 * @param params parameters of the request `tools/call`
 * @throws ProtocolError for parameters that name no tool
 * @throws the error of the operation when the response to the request is an HTTP error
 */
export async function callTool(callOperation: CallOperation, params: JsonObject): Promise<CallToolResult> {
  const { name, arguments: args = {} } = params;
  if (typeof name !== 'string') throw invalidParams('params.name must be the name of a tool.');
  if (!isJsonObject(args)) throw invalidParams('params.arguments must be an object.');
  if (!isMcpTool(name)) throw invalidParams(`There is no tool ${name.slice(0, 100)}. tools/list names all tools.`);
  try {
    const { body } = await callOperation(name, operationArguments(name, args));
    return success(body);
  } catch (error) {
    return failure(correctable(error));
  }
}

const invalidParams = (message: string) => new ProtocolError(rpcCodes.invalidParams, message);

function success(body: unknown): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(body) }],
    ...(isJsonObject(body) && { structuredContent: body }),
  };
}

const failure = (error: DomainError): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(forumErrors.body(error)) }],
  isError: true,
});

/**
 * Returns the error of an operation that its caller can correct.
 *
 * @throws the error when the response to the request is an HTTP error: a challenge, or an outage
 */
export function correctable(error: unknown): DomainError {
  const known = error instanceof HttpProblemError ? forumErrors.fromProblem(error.problem) : error;
  if (known instanceof DomainError && known.status < 500 && !('www-authenticate' in known.headers)) return known;
  throw known;
}
