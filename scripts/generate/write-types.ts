import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';

const banner = '// Written by `npm run generate` from the contract. Do not edit.\n';

/** `generated/<area>/types.ts`: the schemas, parameters and responses of the contract as types. */
export async function writeTypes(contract: URL | OpenAPI3): Promise<string> {
  const ast = await openapiTypescript(contract, {
    immutable: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  });
  return `${banner}\n${astToString(ast)}`;
}

/** `generated/shared/types.ts`: the schemas that several contracts share, each declared once. */
export function writeSharedTypes(schemas: object): Promise<string> {
  return writeTypes({
    openapi: '3.1.0',
    info: { title: 'Shared schemas', version: '1.0.0' },
    paths: {},
    components: { schemas: { ...schemas } },
  });
}

/**
 * `generated/<area>/messages.ts`: the schemas of the contract by name, for the SDK.
 *
 * @param types text of `generated/<area>/types.ts`
 */
export function writeMessages(types: string, shared: object): string {
  const schemas = [...types.matchAll(/^export type (\w+) = components\['schemas'\]\['(\w+)'\];$/gm)];
  const list = (isShared: boolean): string =>
    schemas
      .flatMap(([, name, schema = '']) => (Object.hasOwn(shared, schema) === isShared ? [`  ${name},\n`] : []))
      .join('');
  return `${banner}\nexport type {\n${list(false)}} from './types.ts';\nexport type {\n${list(true)}} from '../shared/types.ts';\n`;
}
