import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { CommandHost } from '../shared/command.ts';
import type { StateDir } from '../shared/state-dir.ts';
import { plainText } from '../shared/plain-text.ts';
import { createAgentServer } from './agent-server.ts';

/** Serves one client on the standard streams of this process. Resolves when the client closes them. */
export async function serve(dir: StateDir, host: CommandHost): Promise<void> {
  const closed = new Promise((resolve) => {
    process.stdin.once('close', resolve);
    process.stdin.once('end', resolve);
  });
  const handle = serveStdio(() => createAgentServer(dir, host), {
    transport: new StdioServerTransport(),
    onerror: (error) => host.log(`warning: ${plainText(error.message)}`),
  });
  await closed;
  await handle.close();
}
