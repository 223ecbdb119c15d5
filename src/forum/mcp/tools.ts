import { type CallToolResult, ProtocolError, type Tool } from '@modelcontextprotocol/server';
import { isJsonObject, type JsonObject } from '../../protocol/json-object.ts';
import { DomainError, HttpProblemError } from '../../runtime/errors/domain-error.ts';
import type { CallOperation, OperationArguments } from '../../runtime/contract/operation-calls.ts';
import { forumErrors } from '../errors.ts';
import { rpcCodes } from './message.ts';
import generated from '../../../generated/forum/mcp-tools.json' with { type: 'json' };

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

/** Where the arguments of a tool belong in the request of its operation. */
interface ToolInputs {
  readonly path: readonly string[];
  readonly query: readonly string[];
  /** Argument → header. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Whether the other arguments are the members of a body. */
  readonly body: boolean;
}

const entries = generated as readonly { readonly tool: Tool; readonly inputs: ToolInputs }[];

/** Every tool, in the order of the contract. */
export const mcpTools: readonly Tool[] = entries.map(({ tool }) => tool);

const inputsByTool = new Map(entries.map(({ tool, inputs }) => [tool.name, inputs]));

const isMcpTool = (name: string): boolean => inputsByTool.has(name);

/**
 * Distributes the arguments of a tool over the parts of a request.
 *
 * @throws HttpProblemError for an argument that the operation does not have
 */
function operationArguments(name: string, args: Readonly<Record<string, unknown>>): OperationArguments {
  const inputs = inputsByTool.get(name);
  if (!inputs) throw new Error(`There is no tool ${name}.`);
  const rest = new Map(Object.entries(args));
  const pick = (names: readonly string[], renamed: ToolInputs['headers'] = {}) => {
    const picked: Record<string, unknown> = {};
    for (const argument of names) {
      if (!rest.has(argument)) continue;
      picked[renamed[argument] ?? argument] = rest.get(argument);
      rest.delete(argument);
    }
    return picked;
  };
  const path = pick(inputs.path);
  const query = pick(inputs.query);
  const headers = pick(Object.keys(inputs.headers), inputs.headers);
  if (inputs.body) return { path, query, headers, body: Object.fromEntries(rest) };

  const unknown = [...rest.keys()].slice(0, 50);
  if (unknown.length > 0) {
    const violations = unknown.map((field) => ({
      field,
      keyword: 'additionalProperties',
      message: 'is not known here',
    }));
    throw new HttpProblemError({ kind: 'invalid', part: 'query', violations });
  }
  return { path, query, headers, body: undefined };
}
