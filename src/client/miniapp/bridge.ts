import {
  BridgeError,
  type BridgeMethod,
  bridgeMethods,
  type BridgeMethods,
  BridgeMethodUnsupportedError,
  BridgeTimeoutError,
  BridgeUnavailableError,
} from './bridge-contract.ts';

/** Maximum delay of `setTimeout` in milliseconds; a longer one fires immediately. */
const maxTimerDelay = 2 ** 31 - 1;

/** The used members of the browser's window. */
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
  /** Timeout of a request in milliseconds. Default 30,000. */
  readonly timeout?: number | undefined;
  /** Origin of a web host that frames the page. Messages of the parent are then accepted from this origin only. */
  readonly hostOrigin?: string | undefined;
}

export interface RequestOptions {
  /** Timeout in milliseconds; allow time for the user to decide. Default: the timeout of the bridge. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The connection between a mini app and its host. */
export interface Bridge {
  readonly launchParams: LaunchParams;
  /** Whether there is a host. */
  readonly available: boolean;
  /** Whether there is a host that supports the method. */
  supports(method: BridgeMethod): boolean;
  /**
   * Sends a request to the host and waits for its response.
   *
   * @throws BridgeUnavailableError, BridgeMethodUnsupportedError, BridgeTimeoutError, BridgeError
   */
  request<M extends BridgeMethod>(
    method: M,
    payload: BridgeMethods[M]['payload'],
    options?: RequestOptions,
  ): Promise<BridgeMethods[M]['response']>;
  /** Subscribes to an event of the host. @returns the function that unsubscribes */
  on(event: string, listener: (payload: Readonly<Record<string, unknown>>) => void): () => void;
}

/** Creates the bridge of a page and reads its launch params. */
export function createBridge(options: BridgeOptions = {}): Bridge {
  const { window = pageWindow(), timeout: defaultTimeout = 30_000, hostOrigin } = options;
  const launchParams = readLaunchParams(window);
  const listeners = new Set<readonly [event: string, listener: (payload: Readonly<Record<string, unknown>>) => void]>();

  const receive = ({ data, source, origin }: BridgeMessageEvent): void => {
    // Messages of a native host come from the page's own window, those of a web host from the parent.
    const native = source === window;
    if (!native && (source !== window?.parent || (hostOrigin !== undefined && origin !== hostOrigin))) return;
    const message = readEvent(data);
    if (message === undefined) return;
    const errors: unknown[] = [];
    for (const [event, listener] of Array.from(listeners)) {
      if (event !== message.name) continue;
      try {
        listener(message.payload);
      } catch (error) {
        errors.push(error);
      }
    }
    // Afterwards, so that an exception of one listener keeps the message from no other.
    if (errors.length > 0) throw errors[0];
  };

  const on: Bridge['on'] = (event, listener) => {
    const entry = [event, listener] as const;
    if (listeners.size === 0) window?.addEventListener('message', receive);
    listeners.add(entry);
    return () => {
      if (listeners.delete(entry) && listeners.size === 0) window?.removeEventListener('message', receive);
    };
  };

  /** Returns the function that posts to the host, or undefined without a host. */
  const channel = (): ((json: string) => void) | undefined => {
    const host = window?.__miniAppsBridge__;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- an object of the host, not a window
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
      const { since, responseEvent, read } = bridgeMethods[method];
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
        const unlisten = on(responseEvent, (received) => {
          if (received['reqId'] !== reqId) return;
          const result = read(received);
          end(() =>
            result === undefined
              ? reject(
                  new BridgeError('malformed_answer', `The response of the host to ${method} violates the contract.`),
                )
              : resolve(result),
          );
        });
        signal?.addEventListener('abort', aborted);
        try {
          send(JSON.stringify({ type: 'method', name: method, payload: { ...payload, reqId } }));
        } catch (error) {
          end(() => reject(new BridgeError('send_failed', `Sending ${method} to the host failed.`, error)));
        }
      });
    },
  };
}

let pageBridge: Bridge | undefined;

/** Returns the bridge of this page, one for all callers. */
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

/** A random id does not match responses to an earlier page. WebViews before 2022 have no randomUUID. */
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

/** Parameters that the host sets when it opens a mini app; constant during the session. */
export interface LaunchParams {
  /** Contract version of the host. */
  readonly contractVersion: string | undefined;
  readonly hostVersion: string | undefined;
  /** `ios`, `android`, `web` … */
  readonly platform: string | undefined;
  /** The `startParam` of the tapped notification or opened link. */
  readonly startParam: string | undefined;
  /** Access token for the mini app's backend. */
  readonly authToken: string | undefined;
}

/** Reads the values that the host injected before the page's scripts ran. Values other than strings are ignored. */
function readLaunchParams(window: object | undefined): LaunchParams {
  const read = (name: string): string | undefined => {
    const value: unknown = window && Reflect.get(window, `__PLATFORM_${name}__`);
    return typeof value === 'string' ? value : undefined;
  };
  return Object.freeze({
    contractVersion: read('CONTRACT_VERSION'),
    hostVersion: read('HOST_VERSION'),
    platform: read('PLATFORM'),
    startParam: read('START_PARAM'),
    authToken: read('AUTH_TOKEN'),
  });
}

const form = /^(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

/**
 * Returns whether a host's contract version is at least the required one. A pre-release precedes its release; a missing or
 * invalid version is never enough.
 *
 * @param needs major.minor.patch
 */
export function isAtLeastVersion(has: string | undefined, needs: string): boolean {
  const [left, right] = [form.exec(has ?? ''), form.exec(needs)];
  if (left === null || right === null) return false;
  for (let part = 1; part <= 3; part++) {
    const difference = Number(left[part] ?? 0) - Number(right[part] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return left[4] === undefined || right[4] !== undefined;
}
