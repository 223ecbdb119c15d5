import type { McpServer } from '@modelcontextprotocol/server';
import { parseCheckpoint, peekTail } from '../shared/audit-trail/trail-file.ts';
import { toJsonText } from '../shared/json.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import { guide } from './guide.ts';

/** Adds the guide, and the head of the audit trail, which shows whether a later copy continues an earlier one. */
export function addResources(server: McpServer, dir: StateDir): void {
  server.registerResource(
    'guide',
    'agent-id://guide',
    { title: 'Guide', description: 'How to act as an agent with an owner.', mimeType: 'text/markdown' },
    ({ href }) => ({ contents: [{ uri: href, mimeType: 'text/markdown', text: guide }] }),
  );
  server.registerResource(
    'trail-head',
    'agent-id://trail/head',
    {
      title: 'Head of the audit trail',
      description: 'Number and hash of the last entry.',
      mimeType: 'application/json',
    },
    ({ href }) => {
      const { head } = peekTail(dir, parseCheckpoint(dir).checkpoint);
      return { contents: [{ uri: href, mimeType: 'application/json', text: toJsonText(head) }] };
    },
  );
}
