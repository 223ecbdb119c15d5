import openapiTypescript, { astToString } from 'openapi-typescript';

/** `generated/<area>/types.ts`: the schemas, parameters and responses of the contract as types. */
export async function writeTypes(specPath: URL): Promise<string> {
  const ast = await openapiTypescript(specPath, {
    immutable: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  });
  return `// Written by \`npm run generate\` from the contract. Do not edit.\n\n${astToString(ast)}`;
}
