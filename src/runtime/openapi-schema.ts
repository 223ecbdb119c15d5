import { Validator } from '@seriousme/openapi-schema-validator';

/**
 * Lets fastify-openapi-glue accept every contract as valid OpenAPI. It would compile the schema of OpenAPI at every start, a
 * tenth of the processor time, and compare contracts with it that do not change after `npm run generate`:
 * `npm run lint:specs` and a test compare them. If a later version stores compiled schemas elsewhere, it validates again.
 */
export function trustGeneratedContracts(): void {
  // Versions of OpenAPI whose schema the validator would compile.
  const compiled = Object.fromEntries(['3.0', '3.1', '3.2'].map((version) => [version, () => true]));
  Object.defineProperty(Validator.prototype, 'ajvValidators', {
    configurable: true,
    get: () => compiled,
    set: () => {},
  });
}
