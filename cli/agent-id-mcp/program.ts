import { withCompletion } from '../shared/command/completion.ts';
import type { Program } from '../shared/command/command.ts';
import { toolkitVersion } from '../shared/executables.ts';
import { serveCommand } from './commands/serve.ts';

export const mcpProgram: Program = {
  name: 'agent-id-mcp',
  version: toolkitVersion,
  summary: 'the toolkit as a server of the Model Context Protocol on standard input and output.',
  commands: withCompletion('agent-id-mcp', [serveCommand]),
  defaultCommand: 'serve',
};
