import type { FastifyInstance } from 'fastify';

/** Listens on a port. @throws Error that names the setting when another program uses the port */
export async function listenOn(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    throw new Error(
      `Port ${port} on ${host} is in use by another program. Choose another one with the *_PORT settings.`,
      { cause: error },
    );
  }
}
