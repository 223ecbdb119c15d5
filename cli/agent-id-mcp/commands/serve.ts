import { defineCommand } from '../../shared/define-command.ts';

/** Waits until the client has written. @returns false when it closed the connection instead */
const firstMessage = (): Promise<boolean> =>
  new Promise((resolve) => {
    process.stdin.once('readable', () => resolve(process.stdin.readableLength > 0));
  });

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Serve MCP on standard input and output until the client closes them. The default command.',
  output: 'messages of the protocol, one per line',
  flags: {},
  run: async ({ dir, host }) => {
    // The protocol library takes longer to load than the rest to start.
    if (await firstMessage()) await (await import('../serve.ts')).serve(dir, host);
    return { exitCode: 0 };
  },
});
