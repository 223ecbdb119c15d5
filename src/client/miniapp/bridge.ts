import { maxTimerDelay } from '../max-timer-delay.ts';
import { type BridgeMethod, bridgeMethods, type BridgeMethods } from './bridge-contract.ts';
import {
  BridgeError,
  BridgeMethodUnsupportedError,
  BridgeTimeoutError,
  BridgeUnavailableError,
} from './bridge-errors.ts';
import { isAtLeastVersion } from './contract-version.ts';
import { type LaunchParams, readLaunchParams } from './launch-params.ts';

/** What is used of the browser's window. */
export interface BridgeWindow {
  /** Injected by the host. */
  readonly __miniAppsBridge__?: { postMessage(json: string): void } | undefined;
  readonly parent?: unknown;
  addEventListener(type: 'message', listener: (event: BridgeMessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: BridgeMessageEvent) => void): void;
}

export interface BridgeMessageEvent {
  readonly data: unknown;
  readonly origin?: string;
  readonly source: unknown;
}

export interface BridgeOptions {
  /** Default: the page's window. */
  readonly window?: BridgeWindow | undefined;
  /** Milliseconds that a request waits for its answer. Default 30 000. */
  readonly timeout?: number | undefined;
  /** In a web host's frame: the host's origin. Messages of the frame's parent then count from there only. */
  readonly hostOrigin?: string | undefined;
}

export interface RequestOptions {
  /** Milliseconds; the person may have to read and decide. Default: the bridge's own. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The way from a mini app to its host and back. */
export interface Bridge {
  readonly launchParams: LaunchParams;
  /** Whether there is a host. */
  readonly available: boolean;
  /** Whether there is a host whose contract has the method. */
  supports(method: BridgeMethod): boolean;
  /**
   * Asks the host and waits for its answer.
   *
   * @throws BridgeUnavailableError, BridgeMethodUnsupportedError, BridgeTimeoutError, BridgeError
   */
  request<M extends BridgeMethod>(
    method: M,
    payload: BridgeMethods[M]['payload'],
    options?: RequestOptions,
  ): Promise<BridgeMethods[M]['answer']>;
  /** Hears events of the host. @returns the function that ends it */
  on(event: string, listener: (payload: Readonly<Record<string, unknown>>) => void): () => void;
}

/** Opens the bridge of a page. Launch params are read here, once. */
export function createBridge(options: BridgeOptions = {}): Bridge {
  const { window = pageWindow(), timeout: defaultTimeout = 30_000, hostOrigin } = options;
  const launchParams = readLaunchParams(window);
  const listeners = new Set<readonly [event: string, listener: (payload: Readonly<Record<string, unknown>>) => void]>();

  const receive = ({ data, source, origin }: BridgeMessageEvent): void => {
    // A native host speaks through the page's own window, a web host is the parent; any other frame is a stranger.
    const native = source === window;
    if (!native && (source !== window?.parent || (hostOrigin !== undefined && origin !== hostOrigin))) return;
    const message = readEvent(data);
    if (message === undefined) return;
    for (const [event, listener] of Array.from(listeners)) if (event === message.name) listener(message.payload);
  };

  const on: Bridge['on'] = (event, listener) => {
    const entry = [event, listener] as const;
    if (listeners.size === 0) window?.addEventListener('message', receive);
    listeners.add(entry);
    return () => {
      if (listeners.delete(entry) && listeners.size === 0) window?.removeEventListener('message', receive);
    };
  };

  /** How to reach the host; undefined where there is none. */
  const channel = (): ((json: string) => void) | undefined => {
    const host = window?.__miniAppsBridge__;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- an object of the host, no window
    if (typeof host?.postMessage === 'function') return (json) => host.postMessage(json);
    const parent = window?.parent;
    return hostOrigin !== undefined && parent !== window && isFrame(parent)
      ? (json) => parent.postMessage(json, hostOrigin)
      : undefined;
  };

  return {
    launchParams,
    get available() {
      return channel() !== undefined;
    },
    supports: (method) =>
      channel() !== undefined && isAtLeastVersion(launchParams.contractVersion, bridgeMethods[method].since),
    on,
    request: async (method, payload, { timeout = defaultTimeout, signal } = {}) => {
      const { since, responseEvent: answer, read } = bridgeMethods[method];
      const send = channel();
      if (send === undefined) throw new BridgeUnavailableError();
      if (!isAtLeastVersion(launchParams.contractVersion, since)) {
        throw new BridgeMethodUnsupportedError(method, since, launchParams.contractVersion);
      }
      if (!(timeout > 0)) throw new TypeError(`timeout must be milliseconds above 0, not ${timeout}.`);
      signal?.throwIfAborted();
      const reqId = newReqId();
      return new Promise((resolve, reject) => {
        const end = (settle: () => void): void => {
          clearTimeout(timer);
          unlisten();
          signal?.removeEventListener('abort', aborted);
          settle();
        };
        const aborted = (): void => end(() => reject(signal?.reason));
        const timer = setTimeout(
          () => end(() => reject(new BridgeTimeoutError(method, timeout))),
          Math.min(timeout, maxTimerDelay),
        );
        const unlisten = on(answer, (received) => {
          if (received['reqId'] !== reqId) return;
          const result = read(received);
          end(() =>
            result === undefined
              ? reject(
                  new BridgeError(
                    'malformed_answer',
                    `The host answered ${method} with what its contract does not know.`,
                  ),
                )
              : resolve(result),
          );
        });
        signal?.addEventListener('abort', aborted);
        try {
          send(JSON.stringify({ type: 'method', name: method, payload: { ...payload, reqId } }));
        } catch (error) {
          end(() => reject(new BridgeError('send_failed', `The host could not be sent ${method}.`, error)));
        }
      });
    },
  };
}

let pageBridge: Bridge | undefined;

/** The bridge of this page, the same for everybody who asks. */
export function getBridge(): Bridge {
  pageBridge ??= createBridge();
  return pageBridge;
}

function pageWindow(): BridgeWindow | undefined {
  return typeof window === 'undefined' ? undefined : window;
}

function isFrame(parent: unknown): parent is { postMessage(json: string, origin: string): void } {
  return typeof parent === 'object' && parent !== null && 'postMessage' in parent;
}

/** Randomness keeps answers to an earlier page apart; WebViews before 2022 have no randomUUID. */
function newReqId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function readEvent(
  data: unknown,
): { readonly name: string; readonly payload: Readonly<Record<string, unknown>> } | undefined {
  let message = data;
  if (typeof data === 'string') {
    try {
      message = JSON.parse(data);
    } catch {
      return undefined;
    }
  }
  if (!isObject(message) || message['type'] !== 'event') return undefined;
  const { name, payload } = message;
  return typeof name === 'string' && isObject(payload) ? { name, payload } : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
