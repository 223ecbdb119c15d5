import type { Tool } from '@modelcontextprotocol/server';
import generated from '../../../generated/forum/mcp-tools.json' with { type: 'json' };
import { HttpProblemError } from '../../runtime/http-problem-error.ts';
import type { OperationArguments } from '../../runtime/operation-calls.ts';

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

export const isMcpTool = (name: string): boolean => inputsByTool.has(name);

/**
 * Distributes the arguments of a tool over the parts of a request.
 *
 * @throws HttpProblemError for an argument that the operation does not have
 */
export function operationArguments(name: string, args: Readonly<Record<string, unknown>>): OperationArguments {
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
