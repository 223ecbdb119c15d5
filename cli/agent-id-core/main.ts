import { main } from '../shared/command/command-line.ts';
import { statusCommand } from './commands/status.ts';
import { coreSummary } from '../shared/executables.ts';

const [, , command, event] = process.argv;
// An agent runs `status` before everything else, and its host a hook after every tool call: they start without the code of
// the other commands.
if (command === 'status') await main({ ...coreSummary, commands: [statusCommand] });
else if (command === 'hook' && event === 'tool-use')
  await main({ ...coreSummary, commands: [(await import('./commands/hook-tool-use.ts')).hookToolUseCommand] });
else await main((await import('./program.ts')).coreProgram);
