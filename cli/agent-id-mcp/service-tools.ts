import type { DiscoveredManifest } from '../agent-id-auth/fetch-manifest.ts';
import type { CallService } from './call-service.ts';
import { toolResult } from './run-tool-command.ts';
import { type AgentTool, textArgument } from './tool.ts';

const url = { type: 'string', minLength: 1, maxLength: 2048 };

/**
 * Tools for services that accept agent identity.
 *
 * @param replaceTools registers every operation of a manifest as a tool and returns the names of the tools
 */
export const serviceTools = (
  callService: CallService,
  replaceTools: (found: DiscoveredManifest) => readonly string[],
): readonly AgentTool[] => [
  {
    name: 'discover_service',
    title: 'Discover a service',
    description:
      'Reads what a service offers to agents. Each of its operations becomes a tool of its own, and the list of tools changes. Discover only services that you were asked to use.',
    inputSchema: {
      type: 'object',
      properties: { url: { ...url, description: 'Any address of the service, or its host name.' } },
      required: ['url'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: true },
    run: (args) =>
      toolResult(async () => {
        const { fetchManifest } = await import('../agent-id-auth/fetch-manifest.ts');
        const found = await fetchManifest({
          url: textArgument(args, 'url') ?? '',
          allowInsecure: false,
          timeoutMs: 5000,
        });
        return { ok: true, manifestUrl: found.manifestUrl, tools: replaceTools(found) };
      }),
  },
  {
    name: 'call_service',
    title: 'Call a service',
    description:
      'Sends one request signed as this agent and returns the response. For services without a manifest; prefer the tools of a discovered service. Call only URLs of the service that you were asked to use: the service learns who this agent is.',
    inputSchema: {
      type: 'object',
      properties: {
        url: { ...url, description: 'Absolute URL; https, except on this computer.' },
        method: {
          type: 'string',
          enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'],
          default: 'GET',
          description: 'Method of the request.',
        },
        body: { type: 'string', maxLength: 1_000_000, description: 'Body of the request.' },
        content_type: {
          type: 'string',
          maxLength: 200,
          default: 'application/json',
          description: 'Media type of the body.',
        },
      },
      required: ['url'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    run: async (args) => {
      const target = textArgument(args, 'url') ?? '';
      if (!URL.canParse(target))
        return toolResult(async () => ({
          ok: false,
          code: 'invalid_url',
          error: 'url accepts an absolute http or https URL.',
        }));
      const request = {
        method: textArgument(args, 'method') ?? 'GET',
        url: target,
        body: textArgument(args, 'body'),
      };
      return callService(request, 'signed', textArgument(args, 'content_type'));
    },
  },
];
