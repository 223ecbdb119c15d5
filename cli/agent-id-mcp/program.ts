import { withCompletion } from '../shared/command/completion.ts';
import { defineCommand, type Program } from '../shared/command/command.ts';
import { toolkitVersion } from '../shared/executables.ts';
import { initializeResponse, type InitializeResponse } from './initialize-response.ts';
import { writeAll } from '../shared/host.ts';

/** Waits until the client has written. @returns false when it closed the connection instead */
const firstMessage = (): Promise<boolean> =>
  new Promise((resolve) => {
    process.stdin.once('readable', () => resolve(process.stdin.readableLength > 0));
  });

/** Responds to `initialize` where it is the first line. The line stays in the stream for the protocol library. */
function respondEarly(): InitializeResponse | undefined {
  const chunk: unknown = process.stdin.read();
  if (!Buffer.isBuffer(chunk)) return undefined;
  process.stdin.unshift(chunk);
  const end = chunk.indexOf('\n');
  const response = end === -1 ? undefined : initializeResponse(chunk.toString('utf8', 0, end));
  if (response) writeAll(1, response.line);
  return response;
}

const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Serve MCP on standard input and output until the client closes them. The default command.',
  output: 'messages of the protocol, one per line',
  flags: {},
  run: async ({ dir, host }) => {
    if (!(await firstMessage())) return { exitCode: 0 };
    const given = respondEarly();
    // The protocol library takes longer to load than the rest to start.
    await (await import('./serve.ts')).serve(dir, host, given?.id);
    return { exitCode: 0 };
  },
});

export const mcpProgram: Program = {
  name: 'agent-id-mcp',
  version: toolkitVersion,
  summary: 'the toolkit as a server of the Model Context Protocol on standard input and output.',
  commands: withCompletion('agent-id-mcp', [serveCommand]),
  defaultCommand: 'serve',
};
