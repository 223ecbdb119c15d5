import {
  type BundledContract,
  type BundledSecurityRequirement,
  type ContractNode,
  inlineSchema,
  isContractNode,
  type LocatedOperation,
  memberNode,
  operationsOf,
  portableSchema,
  resolveNode,
} from './contract.ts';

/**
 * `generated/forum/manifest.json`: the part of the service manifest that follows from the contract.
 * The service adds its own address when it responds. Only operations marked `x-agent-operation` take part.
 */
export function writeManifest(contract: BundledContract): string {
  const operations = operationsOf(contract).flatMap((located) => {
    const marks = memberNode(located.operation, 'x-agent-operation');
    return marks ? [manifestOperation(contract, located, marks)] : [];
  });
  return `${JSON.stringify({ version: 2, auth: { header: 'Authorization', scheme: 'DPoP' }, operations }, null, 2)}\n`;
}

function manifestOperation(
  contract: BundledContract,
  { method, path, operation }: LocatedOperation,
  marks: ContractNode,
): object {
  const { name, ...annotations } = marks;
  const parameters = inputParameters(contract, operation, path);
  const body = inputBody(contract, operation);
  const required = [...parameters.filter((p) => p.required).map((p) => p.name), ...body.required];
  const secured = (operation.security ?? contract.security ?? []).length > 0;
  return {
    name,
    description: operation.summary,
    method: method.toUpperCase(),
    path,
    // Required is what an operation is unless it says otherwise.
    ...(!secured && { auth: 'none' }),
    inputSchema: {
      type: 'object',
      properties: { ...Object.fromEntries(parameters.map((p) => [p.name, p.schema])), ...body.properties },
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    annotations,
  };
}

function inputParameters(
  contract: BundledContract,
  operation: object,
  path: string,
): { readonly name: string; readonly required: boolean; readonly schema: ContractNode }[] {
  const onPath = isContractNode(contract.paths[path]) ? contract.paths[path]['parameters'] : undefined;
  const operationParameters = isContractNode(operation) ? operation['parameters'] : undefined;
  return [onPath, operationParameters]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((parameter) => resolveNode(contract, parameter))
    .filter((parameter) => parameter['in'] === 'path' || parameter['in'] === 'query')
    .map((parameter) => ({
      name: String(parameter['name']),
      required: parameter['required'] === true,
      schema: inputParameter(contract, parameter),
    }));
}

/** Without what says nothing new, because the manifest has no bytes to spare. */
function inputParameter(contract: BundledContract, parameter: ContractNode): ContractNode {
  const { maxLength, description, ...schema } = inputProperty(contract, parameter['schema'], parameter['description']);
  // A cursor is passed on unchanged, whatever its length.
  const bounded = maxLength !== undefined && parameter['name'] !== 'cursor';
  // The path says what its parameters are.
  const described = parameter['in'] !== 'path';
  return { ...schema, ...(described && { description }), ...(bounded && { maxLength }) };
}

function inputBody(
  contract: BundledContract,
  operation: LocatedOperation['operation'],
): { properties: ContractNode; required: string[] } {
  const content = memberNode(resolveNode(contract, operation.requestBody), 'content');
  const schema = resolveNode(contract, memberNode(content, 'application/json')?.['schema']);
  const properties = Object.entries(memberNode(schema, 'properties') ?? {}).map(([name, property]) => [
    name,
    inputProperty(contract, property, undefined),
  ]);
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  return { properties: Object.fromEntries(properties), required };
}

/** The flat form that the manifest allows: type, description, enum, maxLength, items. */
function inputProperty(contract: BundledContract, given: unknown, description: unknown): ContractNode {
  const schema = resolveNode(contract, given);
  const text = description ?? schema['description'];
  const items = resolveNode(contract, schema['items']);
  return {
    type: schema['type'],
    ...(typeof text === 'string' && { description: text.replace(/\s+/g, ' ').trim() }),
    ...(Array.isArray(schema['enum']) && { enum: schema['enum'] }),
    ...(typeof schema['maxLength'] === 'number' && { maxLength: schema['maxLength'] }),
    ...(typeof items['type'] === 'string' && { items: items['type'] }),
  };
}

/**
 * `generated/forum/mcp-tools.json`: every operation of `/api` as a tool of the Model Context Protocol, and where each of its
 * arguments belongs in the request of the operation. `x-mcp-tool: false` leaves an operation out.
 */
export function writeMcpTools(contract: BundledContract): string {
  const tools = operationsOf(contract)
    .filter(({ path, operation }) => path.startsWith('/api/') && !('x-mcp-tool' in operation))
    .filter(({ operation }) => isForAgents(operation.security ?? contract.security ?? []))
    .map((located) => mcpTool(contract, located));
  return `${JSON.stringify(tools, null, 2)}\n`;
}

/** Whether an agent can call an operation: without credentials, or with a DPoP-bound token. */
const isForAgents = (security: readonly BundledSecurityRequirement[]): boolean =>
  security.length === 0 || security.some((alternative) => 'dpop' in alternative);

function mcpTool(contract: BundledContract, located: LocatedOperation): object {
  const { operation, method } = located;
  const { operationId, summary, description } = operation;
  const parameters = parametersOf(contract, located);
  const body = resolveNode(contract, bodySchemaOf(contract, operation.requestBody));
  const required = [
    ...parameters.filter((parameter) => parameter.required).map(({ argument }) => argument),
    ...(Array.isArray(body['required']) ? body['required'].map(String) : []),
  ];
  const places = (place: string) => parameters.filter((parameter) => parameter.place === place);
  return {
    tool: {
      name: operationId,
      title: summary,
      description: [summary.replace(/([^.!?])$/, '$1.'), description?.trim()].filter(Boolean).join('\n\n'),
      inputSchema: {
        type: 'object',
        properties: {
          ...Object.fromEntries(parameters.map(({ argument, schema }) => [argument, schema])),
          ...propertiesOf(contract, body),
        },
        ...(required.length > 0 && { required }),
        additionalProperties: false,
      },
      outputSchema: portableSchema(contract, responseSchemaOf(contract, operation)),
      annotations: {
        // Clients without DPoP show this before they call a tool that would refuse them.
        ...(needsKey(operation) && { title: `${summary} (needs an agent key: DPoP)` }),
        ...annotationsOf(operation, method),
      },
    },
    inputs: {
      path: places('path').map(({ name }) => name),
      query: places('query').map(({ name }) => name),
      headers: Object.fromEntries(places('header').map(({ argument, name }) => [argument, name.toLowerCase()])),
      body: operation.requestBody !== undefined,
    },
  };
}

interface ToolParameter {
  readonly name: string;
  /** Name of the argument: `Idempotency-Key` is `idempotencyKey`. */
  readonly argument: string;
  readonly place: string;
  readonly required: boolean;
  readonly schema: ContractNode;
}

function parametersOf(contract: BundledContract, { operation, path }: LocatedOperation): ToolParameter[] {
  const onPath = isContractNode(contract.paths[path]) ? contract.paths[path]['parameters'] : undefined;
  const operationParameters = isContractNode(operation) ? operation['parameters'] : undefined;
  return [onPath, operationParameters]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((parameter) => resolveNode(contract, parameter))
    .map((parameter) => {
      const name = String(parameter['name']);
      const { description } = parameter;
      const place = String(parameter['in']);
      return {
        name,
        argument: place === 'header' ? camelCase(name) : name,
        place,
        required: parameter['required'] === true,
        schema: {
          ...inlineSchema(contract, parameter['schema']),
          ...(typeof description === 'string' && { description }),
        },
      };
    });
}

const camelCase = (header: string): string =>
  header.toLowerCase().replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());

const bodySchemaOf = (contract: BundledContract, requestBody: unknown): unknown =>
  memberNode(memberNode(resolveNode(contract, requestBody), 'content'), 'application/json')?.['schema'];

function propertiesOf(contract: BundledContract, body: ContractNode): ContractNode {
  const properties = Object.entries(memberNode(body, 'properties') ?? {});
  return Object.fromEntries(properties.map(([name, schema]) => [name, inlineSchema(contract, schema)]));
}

/** The schema of the first successful response, which every operation of `/api` has. */
function responseSchemaOf(
  contract: BundledContract,
  { operationId, responses }: LocatedOperation['operation'],
): unknown {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'));
  const schema = bodySchemaOf(contract, success?.[1]);
  if (schema === undefined) throw new Error(`${operationId} has no JSON response, so that it cannot be a tool.`);
  return schema;
}

/** The hints of `x-agent-operation`; without them, those of the method. */
function annotationsOf(operation: object, method: string): object {
  const { name: _name, ...hints } = memberNode(operation, 'x-agent-operation') ?? {};
  if (Object.keys(hints).length > 0) return hints;
  const reads = method === 'get';
  return {
    readOnlyHint: reads,
    destructiveHint: method === 'delete',
    idempotentHint: reads || method === 'put' || method === 'delete',
    openWorldHint: !reads,
  };
}

/** Whether an operation requires credentials. */
const needsKey = (operation: object): boolean => {
  const security: unknown = Object.entries(operation).find(([member]) => member === 'security')?.[1];
  return Array.isArray(security) && security.length > 0;
};
