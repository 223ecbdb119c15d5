import { fromJsonSchema, type JsonSchemaType, McpServer, type RegisteredTool } from '@modelcontextprotocol/server';
import type { DiscoveredManifest } from '../agent-id-auth/fetch-manifest.ts';
import { Failure } from '../shared/failure.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import { createCallService } from './call-service.ts';
import { gitTools } from './git-tools.ts';
import { identityTools } from './identity-tools.ts';
import { opensUrls } from './opens-urls.ts';
import { operationTools } from './operation-tools.ts';
import { addResources } from './resources.ts';
import { createRunToolCommand } from './run-tool-command.ts';
import { instructions, serverInfo } from './server-description.ts';
import { serviceTools } from './service-tools.ts';
import type { AgentTool, ToolArguments } from './tool.ts';
import { vaultTools } from './vault-tools.ts';
import type { CommandHost } from '../shared/host.ts';

/** Services whose operations are tools at the same time. A manifest has at most 8 KiB. */
const maxServices = 16;

/** Creates the server of one connection. */
export function createAgentServer(dir: StateDir, host: CommandHost): McpServer {
  const server = new McpServer(serverInfo, { instructions });
  const run = createRunToolCommand(dir, host);
  const callService = createCallService(run);
  const services = new Map<string, readonly RegisteredTool[]>();

  /** Replaces the tools of a service; the client receives a notification that the list changed. */
  const replaceTools = (found: DiscoveredManifest): readonly string[] => {
    if (!services.has(found.manifestUrl) && services.size >= maxServices)
      throw new Failure(
        'invalid_flag',
        `${maxServices} services are discovered already. Restart agent-id-mcp to forget them.`,
      );
    for (const tool of services.get(found.manifestUrl) ?? []) tool.remove();
    const tools = operationTools(found, callService);
    services.set(
      found.manifestUrl,
      tools.map((tool) => addTool(server, tool)),
    );
    return tools.map(({ name }) => name);
  };

  const tools = [
    ...identityTools(run, dir),
    ...serviceTools(callService, replaceTools),
    ...gitTools(run),
    ...vaultTools(run, dir, host),
  ];
  for (const tool of tools) addTool(server, tool);
  addResources(server, dir);
  return server;
}

function addTool(server: McpServer, { name, run, inputSchema, ...described }: AgentTool): RegisteredTool {
  const schema = fromJsonSchema<ToolArguments>(inputSchema as unknown as JsonSchemaType);
  return server.registerTool(name, { ...described, inputSchema: schema }, (args, { mcpReq }) =>
    run(args, {
      signal: mcpReq.signal,
      opensUrls: opensUrls(mcpReq.envelope, server.server.getClientCapabilities()),
      elicited: mcpReq.inputResponses !== undefined,
    }),
  );
}
