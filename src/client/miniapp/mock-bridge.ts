import {
  type Bridge,
  type BridgeMessageEvent,
  type BridgeOptions,
  type BridgeWindow,
  createBridge,
  type LaunchParams,
} from './bridge.ts';
import { type BridgeMethod, bridgeMethods, type BridgeMethods } from './bridge-contract.ts';

/** Responses of the mock host: a value, a promise of one, or undefined for no response. */
export type MockResponses = {
  readonly [M in BridgeMethod]?: (
    payload: BridgeMethods[M]['payload'],
  ) => BridgeMethods[M]['response'] | Promise<BridgeMethods[M]['response']> | undefined;
};

export interface MockBridgeOptions extends Pick<BridgeOptions, 'timeout'> {
  readonly responses?: MockResponses | undefined;
  /** Default: contract version 1.5.0. */
  readonly launchParams?: Partial<LaunchParams> | undefined;
}

export interface SentMessage {
  readonly type: string;
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface MockBridge extends Bridge {
  /** Messages of the mini app in order. */
  readonly sent: readonly SentMessage[];
  /** Emits an event of the host. */
  emit(event: string, payload: Readonly<Record<string, unknown>>): void;
  /** Delivers a raw message, for messages that a host must not send. */
  deliver(message: Partial<BridgeMessageEvent>): void;
}

/** Creates a real bridge to a mock host, with all checks of the page's bridge. */
export function createMockBridge({ responses = {}, launchParams, timeout }: MockBridgeOptions = {}): MockBridge {
  const sent: SentMessage[] = [];
  const listeners = new Set<(event: BridgeMessageEvent) => void>();
  const params: Partial<LaunchParams> = { contractVersion: '1.5.0', ...launchParams };
  const window: BridgeWindow = {
    __miniAppsBridge__: { postMessage: (json) => void respond(json) },
    addEventListener: (_, listener) => listeners.add(listener),
    removeEventListener: (_, listener) => listeners.delete(listener),
    ...Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        `__PLATFORM_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}__`,
        value,
      ]),
    ),
  };
  const deliver: MockBridge['deliver'] = (message) => {
    for (const listener of Array.from(listeners)) listener({ data: undefined, source: window, ...message });
  };
  const emit: MockBridge['emit'] = (name, payload) =>
    deliver({ data: JSON.stringify({ type: 'event', name, payload }) });

  const respond = async (json: string): Promise<void> => {
    const message: SentMessage = JSON.parse(json);
    sent.push(message);
    const { name, payload } = message;
    if (!isMethod(name)) return;
    // The payload has the type that the mini app passed for this method.
    const response: ((payload: never) => unknown) | undefined = responses[name];
    const result = await response?.(payload as never);
    if (typeof result === 'object' && result !== null) {
      emit(bridgeMethods[name].responseEvent, { ...result, reqId: payload['reqId'] });
    }
  };

  const bridge = createBridge({ window, timeout });
  return { ...bridge, available: true, sent, emit, deliver };
}

function isMethod(name: string): name is BridgeMethod {
  return Object.hasOwn(bridgeMethods, name);
}
