import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import {
  type BundledContract,
  type BundledSecurityRequirement,
  type LocatedOperation,
  operationsOf,
  resolveNode,
} from './contract.ts';

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

/** `sso` → `Sso`. */
const pascalCase = (area: string): string => area.charAt(0).toUpperCase() + area.slice(1);

/** `generated/<area>/operations.ts`: operationId → operation, and its security schemes. */
export function writeOperations(area: string, contract: BundledContract): string {
  const Area = pascalCase(area);
  const all = operationsOf(contract);
  return `${banner}
import type { operations } from './types.ts';

/** Every operation of the service. */
export interface ${Area}Operations {
${all.map(({ operation }) => `  ${operation.operationId}: operations['${operation.operationId}'];`).join('\n')}
}

/** The security schemes that each operation accepts; \`anonymous\` where none is needed. */
export interface ${Area}Security {
${all.map(({ operation }) => `  ${operation.operationId}: ${schemesOf(operation.security ?? contract.security)};`).join('\n')}
}
`;
}

function schemesOf(security: readonly BundledSecurityRequirement[] | undefined): string {
  if (security === undefined || security.length === 0) return `'anonymous'`;
  return (
    security
      // The first scheme names a requirement: its implementation verifies the others with it.
      .map((requirement) => Object.keys(requirement)[0] ?? 'anonymous')
      .map((scheme) => `'${scheme}'`)
      .join(' | ')
  );
}

/** `generated/<area>/routes.ts`: method and path of each operation, exported one by one, so that a bundle contains only those that it calls. */
export function writeRoutes(contract: BundledContract): string {
  const routes = operationsOf(contract).map(
    (located) => `export const ${located.operation.operationId}: Route = ${routeOf(contract, located)};\n`,
  );
  return `${banner}\nimport type { Route } from '../../src/typed-contract/client.ts';\n\n${routes.join('')}`;
}

/** `generated/<area>/client.ts`: one documented function per operation. */
export function writeClient(area: string, contract: BundledContract): string {
  const Area = pascalCase(area);
  // The SDK's SsoClient signs users in.
  const Client = area === 'sso' ? 'SsoApiClient' : `${Area}Client`;
  const all = operationsOf(contract);
  const names = all.map(({ operation }) => operation.operationId);
  return `${banner}
import { type ClientOptions, createClient } from '../../src/typed-contract/client.ts';
import type { OperationCall } from '../../src/typed-contract/operation.ts';
import type { ${Area}Operations } from './operations.ts';
import {
${names.map((name) => `  ${name},`).join('\n')}
} from './routes.ts';

/** ${contract.info.title}, version ${contract.info.version}. */
export interface ${Client} {
${all.map(({ operation }) => `  /** ${comment(operation.summary)} */\n  readonly ${operation.operationId}: OperationCall<${Area}Operations['${operation.operationId}']>;`).join('\n')}
}

export function create${Area}Client(options: ClientOptions): ${Client} {
  // Listed by name: a namespace import would keep every route in every bundle.
  const routes = {
${names.map((name) => `    ${name},`).join('\n')}
  };
  return createClient<${Area}Operations>(routes, options);
}
`;
}

const comment = (text: string): string => text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ').trim();

const streamed: readonly string[] = ['text/event-stream', 'application/x-ndjson'];

/** Whether a body is neither JSON nor a stream. Clients never ask for CSV, which is an alternative to JSON. */
const isText = (type: string): boolean => !/[/+]json$/.test(type) && type !== 'text/csv';

function routeOf(contract: BundledContract, { method, path, operation }: LocatedOperation): string {
  const headers = (operation.parameters ?? [])
    .map((parameter) => resolveNode(contract, parameter))
    .flatMap(({ in: place, name }) => (place === 'header' ? [name] : []));
  const requestTypes = Object.keys(operation.requestBody?.content ?? {});
  const statuses = Object.keys(operation.responses).filter((status) => /^\d{3}$/.test(status));
  const types = Object.entries(operation.responses).flatMap(([status, { content }]) =>
    status.startsWith('2') ? Object.keys(content ?? {}) : [],
  );
  const parseAs = types.some((type) => streamed.includes(type)) ? 'stream' : types.some(isText) ? 'text' : undefined;
  return [
    `{ method: '${method}', path: '${path}'`,
    ...(requestTypes[0] && requestTypes[0] !== 'application/json' ? [`contentType: '${requestTypes[0]}'`] : []),
    ...(headers.includes('Idempotency-Key') ? ['idempotencyKey: true'] : []),
    ...(parseAs === undefined ? [] : [`parseAs: '${parseAs}'`]),
    `statuses: [${statuses.join(', ')}] }`,
  ].join(', ');
}
