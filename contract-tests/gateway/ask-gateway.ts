import { host } from './agent.ts';
import { type HeaderLine, sendRaw } from './raw-request.ts';
import type { StartedGateway } from './start-gateway.ts';

/** Asks about a request of the tests' service as a proxy does. */
export async function askGateway(
  { port }: StartedGateway,
  {
    method = 'GET',
    path = '/notes',
    headers = [],
  }: { readonly method?: string; readonly path?: string; readonly headers?: readonly HeaderLine[] } = {},
) {
  const response = await sendRaw({
    port,
    target: '/verify',
    host: 'agent-gateway',
    headers: [
      ['X-Forwarded-Method', method],
      ['X-Forwarded-Proto', 'https'],
      ['X-Forwarded-Host', host],
      ['X-Forwarded-Uri', path],
      ...headers,
    ],
  });
  const { body } = response;
  const { code }: { readonly code?: string } = body === '' ? {} : JSON.parse(body);
  return { status: response.status, code, headers: response.headers };
}
