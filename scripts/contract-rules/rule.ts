// The parts of Redocly's plugin interface that the rules use (https://redocly.com/docs/cli/custom-plugins/custom-rules).

export type SpecNode = Readonly<Record<string, unknown>>;

export const isNode = (value: unknown): value is SpecNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const nodeOf = (value: unknown): SpecNode => (isNode(value) ? value : {});

export interface Location {
  readonly pointer: string;
  readonly source: { readonly absoluteRef: string };
  child(key: string | readonly string[]): Location;
}

export interface RuleContext {
  readonly location: Location;
  readonly key: string | number;
  readonly report: (problem: { readonly message: string; readonly location?: Location }) => void;
  readonly resolve: (node: SpecNode, from?: string) => { readonly node?: unknown; readonly location?: Location };
}

export type RuleVisitor = Readonly<Record<string, unknown>>;
/** Creates the visitor of one document, so that a rule may collect what it sees. */
export type Rule = () => RuleVisitor;

/**
 * Name of a component: of `components`, of a section of a file such as `specs/sso/sign-in.yaml`, or of a file in
 * `specs/shared/`, which has one section; undefined for what stands where it is used.
 */
export const componentName = ({ pointer }: Location, section: string): string | undefined =>
  new RegExp(`^#/(?:(?:components/)?${section}/)?([^/]+)$`).exec(pointer)?.[1];

export const schemaName = (location: Location): string | undefined => componentName(location, 'schemas');

interface Resolved {
  readonly node: SpecNode;
  readonly location: Location;
}

/** Follows the references of a node, each from the file that it is in. */
export function followReference(value: unknown, location: Location, { resolve }: RuleContext): Resolved {
  const node = nodeOf(value);
  if (typeof node['$ref'] !== 'string') return { node, location };
  const target = resolve(node, location.source.absoluteRef);
  return target.location === undefined
    ? { node: {}, location }
    : { node: nodeOf(target.node), location: target.location };
}

/** Visits a schema and every schema that it refers to, each once. */
export function eachSchema(
  value: unknown,
  from: Location,
  context: RuleContext,
  visit: (schema: SpecNode, location: Location) => void,
  seen: Set<SpecNode> = new Set(),
): void {
  const { node, location } = followReference(value, from, context);
  if (seen.has(node)) return;
  seen.add(node);
  visit(node, location);
  const at = (path: readonly string[], child: unknown): void => {
    if (isNode(child)) eachSchema(child, location.child(path), context, visit, seen);
  };
  for (const keyword of ['items', 'additionalProperties', 'contentSchema']) at([keyword], node[keyword]);
  for (const [name, property] of Object.entries(nodeOf(node['properties']))) at(['properties', name], property);
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const parts = node[keyword];
    if (Array.isArray(parts)) parts.forEach((part, index) => at([keyword, String(index)], part));
  }
}
