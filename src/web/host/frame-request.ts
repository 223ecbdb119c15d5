import { type BridgeMethod, type BridgeMethods, bridgeMethods } from '../../client/miniapp/bridge-contract.ts';
import { isJsonObject } from '../../protocol/json-object.ts';

/** What a mini app asks of its host. */
export interface FrameRequest {
  readonly method: BridgeMethod;
  readonly reqId: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Reads a message of a frame; undefined when it is no request that this host knows. */
export function readFrameRequest(data: unknown): FrameRequest | undefined {
  const message = typeof data === 'string' ? parse(data) : data;
  if (!isJsonObject(message) || message['type'] !== 'method') return undefined;
  const { name, payload } = message;
  if (!isMethod(name) || !isJsonObject(payload)) return undefined;
  const { reqId } = payload;
  return typeof reqId === 'string' && reqId.length <= 128 ? { method: name, reqId, payload } : undefined;
}

/** The message that answers a request. */
export const frameAnswer = <M extends BridgeMethod>(
  { method, reqId }: { readonly method: M; readonly reqId: string },
  answer: BridgeMethods[M]['answer'],
): string =>
  JSON.stringify({ type: 'event', name: bridgeMethods[method].responseEvent, payload: { ...answer, reqId } });

/** What a request is told that comes while another one is open: nothing was shown, and nothing has changed. */
export const busyAnswer = ({ method, reqId }: FrameRequest): string =>
  method === 'payment:request'
    ? frameAnswer({ method, reqId }, { status: 'cancelled' })
    : frameAnswer({ method, reqId }, { status: 'rate_limited' });

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
