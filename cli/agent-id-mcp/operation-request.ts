import { type ManifestOperation, type ServiceManifest, shownChoice } from '../agent-id-auth/manifest.ts';
import { Failure } from '../shared/failure.ts';
import type { ToolArguments } from './tool.ts';

/** The request of an operation. */
export interface OperationRequest {
  readonly method: string;
  readonly url: string;
  /** JSON; undefined when the request has none. */
  readonly body: string | undefined;
}

/**
 * Creates the request of an operation: inputs that the path names are in it, others in the query of a request without a
 * body, or else in the body.
 *
 * @throws Failure invalid_flag for an input that would leave its place in the path
 */
export function operationRequest(
  { api }: Pick<ServiceManifest, 'api'>,
  { method, path, inputSchema }: Pick<ManifestOperation, 'method' | 'path' | 'inputSchema'>,
  args: ToolArguments,
): OperationRequest {
  const choices = (name: string) => inputSchema?.properties?.[name]?.enum ?? [];
  // A tool offers choices as they are shown; the service gets them as it wrote them.
  const written = (name: string, value: unknown) => choices(name).find((one) => shownChoice(one) === value) ?? value;
  const rest = new Map(Object.entries(args).map(([name, value]) => [name, written(name, value)]));
  const filled = path.replace(/\{([^{}]*)\}/g, (_placeholder, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return pathSegment(name, value);
  });
  const url = new URL(new URL(api.base).href.replace(/\/+$/, '') + filled);
  const inQuery = method === 'GET' || method === 'DELETE' || method === 'HEAD';
  if (inQuery)
    for (const [name, value] of rest) for (const one of [value].flat()) url.searchParams.append(name, String(one));
  const body = inQuery || rest.size === 0 ? undefined : JSON.stringify(Object.fromEntries(rest));
  return { method, url: url.href, body };
}

/** Encodes an input. `.` and `..` would be resolved, and the request would reach another operation. */
function pathSegment(name: string, value: unknown): string {
  const text =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  if (/^\.{0,2}$/.test(text) || !text.isWellFormed())
    throw new Failure('invalid_flag', `${name} is part of the address and cannot be ${JSON.stringify(value ?? null)}.`);
  return encodeURIComponent(text);
}
