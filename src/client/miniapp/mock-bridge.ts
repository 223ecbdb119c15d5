import { type Bridge, type BridgeMessageEvent, type BridgeOptions, type BridgeWindow, createBridge } from './bridge.ts';
import { type BridgeMethod, bridgeMethods, type BridgeMethods } from './bridge-contract.ts';
import type { LaunchParams } from './launch-params.ts';

/** What the host of a test answers: a value, a promise of one, or nothing at all. */
export type MockResponses = {
  readonly [M in BridgeMethod]?: (
    payload: BridgeMethods[M]['payload'],
  ) => BridgeMethods[M]['answer'] | Promise<BridgeMethods[M]['answer']> | undefined;
};

export interface MockBridgeOptions extends Pick<BridgeOptions, 'timeout'> {
  readonly answers?: MockResponses | undefined;
  /** Default: contract version 1.5.0. */
  readonly launchParams?: Partial<LaunchParams> | undefined;
}

export interface SentMessage {
  readonly type: string;
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface MockBridge extends Bridge {
  /** What the mini app sent, in order. */
  readonly sent: readonly SentMessage[];
  /** Speaks as the host. */
  emit(event: string, payload: Readonly<Record<string, unknown>>): void;
  /** Delivers a message as it is, for messages that no host should send. */
  deliver(message: Partial<BridgeMessageEvent>): void;
}

/** A real bridge to a host made for tests: what it accepts and refuses is what the page's bridge does. */
export function createMockBridge({ answers = {}, launchParams, timeout }: MockBridgeOptions = {}): MockBridge {
  const sent: SentMessage[] = [];
  const listeners = new Set<(event: BridgeMessageEvent) => void>();
  const params: Partial<LaunchParams> = { contractVersion: '1.5.0', ...launchParams };
  const window: BridgeWindow = {
    __miniAppsBridge__: { postMessage: (json) => void answer(json) },
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

  const answer = async (json: string): Promise<void> => {
    const message: SentMessage = JSON.parse(json);
    sent.push(message);
    const { name, payload } = message;
    if (!isMethod(name)) return;
    // The payload is what the mini app passed for this very method.
    const given: ((payload: never) => unknown) | undefined = answers[name];
    const result = await given?.(payload as never);
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
