import { Validator } from '@seriousme/openapi-schema-validator';

/**
 * Shares the compiled schema of OpenAPI between all contracts of the process. fastify-openapi-glue would compile it for
 * each contract, a quarter of the start time. If a later version stores the compiled schema elsewhere, every contract
 * compiles its own again.
 */
export function compileOpenapiSchemaOnce(): void {
  const compiled = {};
  Object.defineProperty(Validator.prototype, 'ajvValidators', {
    configurable: true,
    get: () => compiled,
    set: () => {},
  });
}
