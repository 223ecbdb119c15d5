import { type BundledContract, type LocatedOperation, operationsOf } from './contract.ts';
import { type ContractNode, isContractNode, memberNode, resolveNode } from './contract-node.ts';

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

interface InputParameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: ContractNode;
}

function inputParameters(contract: BundledContract, operation: object, path: string): InputParameter[] {
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
