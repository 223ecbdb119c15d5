import type { CallToolResult, InputRequiredResult, ToolAnnotations } from '@modelcontextprotocol/server';

/** JSON Schema of an object. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

/** Arguments of a tool, validated by its schema. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** What a tool knows of its call. */
export interface ToolCall {
  /** Aborted when the client cancels the call. */
  readonly signal: AbortSignal;
  /** Whether the client opens a URL for its user when asked (URL mode elicitation). */
  readonly opensUrls: boolean;
  /** Whether the client was asked in an earlier round of this call (elicitation). */
  readonly elicited: boolean;
}

/** A tool of this server. */
export interface AgentTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly annotations: ToolAnnotations;
  readonly run: (args: ToolArguments, call: ToolCall) => Promise<CallToolResult | InputRequiredResult>;
}

/** Returns a member that is text. */
export const textArgument = (args: ToolArguments, name: string): string | undefined => {
  const value = args[name];
  return typeof value === 'string' ? value : undefined;
};

/** Returns the texts of a member that is a list of texts, or one text. */
export const textArguments = (args: ToolArguments, name: string): readonly string[] =>
  [args[name]].flat().filter((value) => typeof value === 'string');

/** Writes a flag for a command line; nothing without a value. A value may begin with a dash. */
export function flagWords(name: string, value: unknown): readonly string[] {
  if (value === undefined || value === false) return [];
  if (value === true) return [`--${name}`];
  return [`--${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`];
}
