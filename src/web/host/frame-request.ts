import { type BridgeMethod, type BridgeMethods, bridgeMethods } from '../../client/miniapp/bridge-contract.ts';
import { isJsonObject } from '../../protocol/json-object.ts';

/** A request of a mini app to its host. */
export interface FrameRequest {
  readonly method: BridgeMethod;
  readonly reqId: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Parses a message of a frame; returns undefined for anything but a known request. */
export function readFrameRequest(data: unknown): FrameRequest | undefined {
  const message = typeof data === 'string' ? parse(data) : data;
  if (!isJsonObject(message) || message['type'] !== 'method') return undefined;
  const { name, payload } = message;
  if (!isMethod(name) || !isJsonObject(payload)) return undefined;
  const { reqId } = payload;
  return typeof reqId === 'string' && reqId.length <= 128 ? { method: name, reqId, payload } : undefined;
}

/** Returns the message that responds to a request. */
export const frameResponse = <M extends BridgeMethod>(
  { method, reqId }: { readonly method: M; readonly reqId: string },
  response: BridgeMethods[M]['response'],
): string =>
  JSON.stringify({ type: 'event', name: bridgeMethods[method].responseEvent, payload: { ...response, reqId } });

/** Returns the response to a request that arrives while another one is open: nothing was shown or changed. */
export const busyResponse = ({ method, reqId }: FrameRequest): string =>
  method === 'payment:request'
    ? frameResponse({ method, reqId }, { status: 'cancelled' })
    : frameResponse({ method, reqId }, { status: 'rate_limited' });

function isMethod(name: unknown): name is BridgeMethod {
  return typeof name === 'string' && Object.hasOwn(bridgeMethods, name);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
