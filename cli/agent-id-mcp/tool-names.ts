import type { CallToolResult } from '@modelcontextprotocol/server';
import { withOutput } from './tool.ts';

/** Tools of this server for the commands that messages of the toolkit name. */
const tools: Readonly<Record<string, string>> = {
  bootstrap: 'sign_in and wait_for_owner',
  auth: 'sign_in',
  bind: 'wait_for_owner',
  ask: 'ask_owner',
};

/** A quoted value, which stays as it is; a command that has a tool; or a flag. */
const names =
  /"(?:\\.|[^"\\])*"|agent-id-core (bootstrap|auth|bind|ask)\b(?:, or auth and bind| or agent-id-core init| --wait)?|--([a-z]+(?:-[a-z]+)*)/g;

/**
 * Names tools and arguments where a message of the toolkit names commands and flags: the client of this server has no
 * shell.
 *
 * @param args names of the arguments of the called tool; another flag stays, for the owner who starts this server
 */
export function inToolNames(result: CallToolResult, args: readonly string[]): CallToolResult {
  const translate = (text: string) =>
    text.replace(names, (found: string, command?: string, flag?: string) => {
      const argument = flag?.replaceAll('-', '_');
      if (argument !== undefined) return args.includes(argument) ? argument : found;
      return command === undefined ? found : (tools[command] ?? found);
    });
  const output: Readonly<Record<string, unknown>> = { ...Object(result.structuredContent) };
  const texts = ['error', 'message'].flatMap((member) => {
    const text = output[member];
    return typeof text === 'string' ? [[member, translate(text)] as const] : [];
  });
  return texts.length === 0 ? result : withOutput(result, { ...output, ...Object.fromEntries(texts) });
}
