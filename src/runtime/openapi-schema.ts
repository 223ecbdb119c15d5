import { Validator } from '@seriousme/openapi-schema-validator';

/**
 * fastify-openapi-glue checks every contract against the schema of OpenAPI and compiles that schema each time, which
 * is a quarter of what a start costs. All validators of the process share what one of them has compiled; should the
 * package keep it elsewhere one day, each compiles its own again.
 */
export function compileOpenapiSchemaOnce(): void {
  const compiled = {};
  Object.defineProperty(Validator.prototype, 'ajvValidators', {
    configurable: true,
    get: () => compiled,
    set: () => {},
  });
}
