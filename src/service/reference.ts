import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Contract } from './contract.ts';

/** `GET /docs`: a browsable reference of the contract. Everything it loads is served from here; no other host is asked. */
export async function serveReference(app: FastifyInstance, contract: Contract): Promise<void> {
  await app.register(swagger, { mode: 'static', specification: { document: JSON.parse(JSON.stringify(contract)) } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'list', deepLinking: true, validatorUrl: null },
    theme: { title: contract.info.title },
    logLevel: 'warn',
  });
}
