import { type BundledContract, type LocatedOperation, operationsOf } from './contract.ts';

/**
 * `generated/forum/manifest.json`: the part of the service manifest that follows from the contract.
 * The service adds its own address when it responds. Only operations marked `x-agent-operation` take part.
 */
export function writeManifest(contract: BundledContract): string {
  const operations = operationsOf(contract).flatMap((located) => {
    const marks = member(located.operation, 'x-agent-operation');
    return marks ? [manifestOperation(contract, located, marks)] : [];
  });
  return `${JSON.stringify({ version: 2, auth: { header: 'Authorization', scheme: 'DPoP' }, operations }, null, 2)}\n`;
}

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

const member = (node: unknown, name: string): Node | undefined => {
  const value = isNode(node) ? node[name] : undefined;
  return isNode(value) ? value : undefined;
};

function resolve(contract: BundledContract, value: unknown): Node {
  if (!isNode(value)) return {};
  const reference = value['$ref'];
  if (typeof reference !== 'string') return value;
  const target = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, step) => member(node, step.replaceAll('~1', '/').replaceAll('~0', '~')), contract);
  // Members next to a reference, such as a description, override those of its target.
  const { $ref: _reference, ...beside } = value;
  return { ...resolve(contract, target), ...beside };
}

function manifestOperation(
  contract: BundledContract,
  { method, path, operation }: LocatedOperation,
  marks: Node,
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
  readonly schema: Node;
}

function inputParameters(contract: BundledContract, operation: object, path: string): InputParameter[] {
  const onPath = isNode(contract.paths[path]) ? contract.paths[path]['parameters'] : undefined;
  const own = isNode(operation) ? operation['parameters'] : undefined;
  return [onPath, own]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((parameter) => resolve(contract, parameter))
    .filter((parameter) => parameter['in'] === 'path' || parameter['in'] === 'query')
    .map((parameter) => ({
      name: String(parameter['name']),
      required: parameter['required'] === true,
      schema: inputProperty(contract, parameter['schema'], parameter['description']),
    }));
}

function inputBody(
  contract: BundledContract,
  operation: LocatedOperation['operation'],
): { properties: Node; required: string[] } {
  const content = member(resolve(contract, operation.requestBody), 'content');
  const schema = resolve(contract, member(content, 'application/json')?.['schema']);
  const properties = Object.entries(member(schema, 'properties') ?? {}).map(([name, property]) => [
    name,
    inputProperty(contract, property, undefined),
  ]);
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  return { properties: Object.fromEntries(properties), required };
}

/** The flat form that the manifest allows: type, description, enum, maxLength, items. */
function inputProperty(contract: BundledContract, given: unknown, description: unknown): Node {
  const schema = resolve(contract, given);
  const text = description ?? schema['description'];
  const items = resolve(contract, schema['items']);
  return {
    type: schema['type'],
    ...(typeof text === 'string' && { description: text.replace(/\s+/g, ' ').trim() }),
    ...(Array.isArray(schema['enum']) && { enum: schema['enum'] }),
    ...(typeof schema['maxLength'] === 'number' && { maxLength: schema['maxLength'] }),
    ...(typeof items['type'] === 'string' && { items: items['type'] }),
  };
}
