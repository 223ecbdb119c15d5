import type { FastifyInstance, preHandlerHookHandler, preValidationHookHandler } from 'fastify';

/** Hooks of the operations that need them: others do not pay for a call that does nothing. */
export interface RouteHooks {
  readonly preValidation?: preValidationHookHandler;
  readonly preHandler?: preHandlerHookHandler;
}

/**
 * Adds hooks to the routes of an instance that are registered later. They run before the hooks of the route itself.
 *
 * @param hooksOf returns the hooks of a route by its operationId and its path; undefined when it has none
 */
export function hookRoutes(
  app: FastifyInstance,
  hooksOf: (route: { readonly operationId: string | undefined; readonly url: string }) => RouteHooks | undefined,
): void {
  app.addHook('onRoute', (route) => {
    const hooks = hooksOf({ operationId: route.config?.operationId, url: route.url });
    if (hooks?.preValidation) route.preValidation = [hooks.preValidation, ...[route.preValidation ?? []].flat()];
    if (hooks?.preHandler) route.preHandler = [hooks.preHandler, ...[route.preHandler ?? []].flat()];
  });
}
