import type { FastifyInstance } from 'fastify';
import type { ServedReferenceOptions } from '../../api-reference/reference-files.ts';
import { documentationPolicy } from '../../api-reference/documentation-policy.ts';
import type { Contract } from '../contract/contract.ts';
import { sendDocumentation } from './documentation-files.ts';

/**
 * Serves the contract at `GET /docs` and a page per operation below it, the same as on the documentation site. Pages load
 * nothing from other hosts. The first request renders them and loads the modules for that. A service without a page at
 * its root gets one for browsers; programs receive the contract's 404 there.
 */
export function serveReference(app: FastifyInstance, contract: Contract, options: ServedReferenceOptions): void {
  let rendered: Promise<ReadonlyMap<string, string>> | undefined;
  const render = async () => {
    const { referenceFiles } = await import('../../api-reference/reference-files.ts');
    return referenceFiles(contract, options);
  };
  const send = sendDocumentation(
    async (name) => (await (rendered ??= render())).get(name),
    `${documentationPolicy}; frame-ancestors 'none'`,
  );

  if (!app.hasRoute({ method: 'GET', url: '/' })) {
    app.get('/', (request, reply) =>
      request.headers.accept?.includes('text/html') ? send('', request, reply) : reply.callNotFound(),
    );
  }
  app.get('/docs', (request, reply) => send('docs', request, reply));
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) => {
    const { '*': path } = request.params;
    // The page's links are relative, so that it has one address.
    return path === '' ? reply.redirect('../docs', 301) : send(`docs/${path}`, request, reply);
  });
}
