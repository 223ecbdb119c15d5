import { createServer } from 'node:http';
import { once } from 'node:events';
import { createTestProvider, type TestProvider } from '../../src/client/testing/test-provider.ts';
import { jwkThumbprint } from '../../src/protocol/jwk-thumbprint.ts';
import {
  agentDirectoryUrl,
  directoryMediaType,
  directoryPath,
  signDirectory,
} from '../../src/protocol/web-bot-auth.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { ed25519Signer, type Ed25519Signer } from '../fixtures/protocol/keys.ts';

/** A sign-in provider on loopback: key set, access tokens, and the directories of agents. */
export interface ServedProvider extends TestProvider {
  /** Publishes the key of an agent for Web Bot Auth. */
  readonly publish: (agent: Ed25519Signer) => string;
  readonly stop: () => Promise<void>;
}

const providerKey = ed25519Signer(new Uint8Array(32).fill(9));

export async function serveProvider(): Promise<ServedProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const provider = createTestProvider({ ssoBaseUrl: issuer });
  const directories = new Map<string, Ed25519Signer>([[directoryPath, providerKey]]);
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const lists = directories.get(path);
    const respond = async () => {
      if (lists === undefined) {
        const { status, headers, body } = await provider.fetch(issuer + path, { method: request.method ?? 'GET' });
        response.writeHead(status, Object.fromEntries(headers));
        return response.end(Buffer.from(await new Response(body).arrayBuffer()));
      }
      const listed = JSON.stringify({
        keys: [{ ...lists.jwk, kid: jwkThumbprint(lists.jwk), use: 'sig', alg: 'EdDSA' }],
      });
      const { jwk, sign } = providerKey;
      const now = Math.floor(Date.now() / 1000);
      const fields = await signDirectory({ authority: `127.0.0.1:${port}`, body: listed, jwk, sign, now, nonce: 'd' });
      response.writeHead(200, { 'content-type': directoryMediaType, 'cache-control': 'public, max-age=5', ...fields });
      return response.end(listed);
    };
    respond().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    ...provider,
    publish: (agent) => {
      const url = agentDirectoryUrl(issuer, jwkThumbprint(agent.jwk));
      directories.set(new URL(url).pathname, agent);
      return url;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
