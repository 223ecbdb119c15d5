import type { Request } from './load.ts';

const accept = 'application/json, text/event-stream';

/** Revisions of the Model Context Protocol: what a message and its headers have. */
export const mcpRevisions = {
  '2025-11-25': { meta: undefined, headers: () => ({ 'mcp-protocol-version': '2025-11-25' }) },
  '2026-07-28': {
    meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
    headers: (tool: string) => ({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': tool,
    }),
  },
} as const;

/** Creates the request that calls a tool. */
export function toolCall(
  revision: keyof typeof mcpRevisions,
  name: string,
  parameters: Readonly<Record<string, unknown>>,
): Request & { readonly method: 'POST'; readonly body: string } {
  const { meta, headers } = mcpRevisions[revision];
  const params = { name, arguments: parameters, ...(meta && { _meta: meta }) };
  return {
    method: 'POST',
    path: '/mcp',
    headers: { accept, 'content-type': 'application/json', ...headers(name) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
}
