// An MCP server whose tools know the agent and its owner.
// npm install fastify @modelcontextprotocol/server @platform/sdk
// PORT=4010 SSO_BASE_URL=http://localhost:4001 node mcp-server.mjs
import Fastify from 'fastify';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import {
  callerOf,
  createAccessTokenVerifier,
  createMemoryReplayStore,
  fastifyAccessToken,
} from '@platform/sdk/access-token';

const { PORT = '4010', SSO_BASE_URL: issuer = 'http://localhost:4001' } = process.env;
const baseUrl = `http://localhost:${PORT}`;
const resourceMetadata = `${baseUrl}/.well-known/oauth-protected-resource`;
const replayStore = createMemoryReplayStore();
const verify = createAccessTokenVerifier({
  issuer,
  audience: ['any-application', baseUrl],
  baseUrl,
  resourceMetadata,
  replayStore,
});

const mcp = createMcpHandler(({ authInfo }) => {
  const server = new McpServer({ name: 'example', version: '1.0.0' });
  const { jkt, sub } = authInfo?.extra ?? {};
  const text = `You are the agent ${String(jkt)} of the owner ${String(sub)}.`;
  server.registerTool('who_am_i', { description: 'Who calls.' }, () => ({ content: [{ type: 'text', text }] }));
  return server;
});

const app = Fastify();
app.get('/.well-known/oauth-protected-resource', () => ({
  resource: baseUrl,
  authorization_servers: [issuer],
  scopes_supported: ['openid'],
  bearer_methods_supported: [],
  dpop_signing_alg_values_supported: ['EdDSA', 'Ed25519', 'ES256'],
  dpop_bound_access_tokens_required: true,
}));
app.post('/mcp', { onRequest: fastifyAccessToken(verify) }, (request) => {
  const { headers, body } = request;
  const { sub, jkt, clientId } = callerOf(request);
  const authInfo = { token: '', clientId, scopes: [], extra: { sub, jkt } };
  return mcp.fetch(new Request(`${baseUrl}/mcp`, { method: 'POST', headers }), { parsedBody: body, authInfo });
});
await app.listen({ port: Number(PORT) });
