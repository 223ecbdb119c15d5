import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import { plainText } from '../../src/protocol/terminal-text.ts';
import { createAgentServer } from './agent-server.ts';
import type { CommandHost } from '../shared/host.ts';

/** Does not write the first response to a request that was answered before the library was loaded. */
class AnsweredTransport extends StdioServerTransport {
  #answered: string | number | undefined;

  constructor(answered: string | number | undefined) {
    super();
    this.#answered = answered;
  }

  override send(message: JSONRPCMessage): Promise<void> {
    const isKnown = this.#answered !== undefined && !('method' in message) && message.id === this.#answered;
    if (!isKnown) return super.send(message);
    this.#answered = undefined;
    return Promise.resolve();
  }
}

/**
 * Serves one client on the standard streams of this process. Resolves when the client closes them.
 *
 * @param answered id of the first request, where it was answered already
 */
export async function serve(dir: StateDir, host: CommandHost, answered?: string | number): Promise<void> {
  const closed = new Promise((resolve) => {
    process.stdin.once('close', resolve);
    process.stdin.once('end', resolve);
  });
  const handle = serveStdio(() => createAgentServer(dir, host), {
    transport: new AnsweredTransport(answered),
    onerror: (error) => host.log(`warning: ${plainText(error.message)}`),
  });
  await closed;
  await handle.close();
}
