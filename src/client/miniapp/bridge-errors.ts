/**
 * Error codes of failed host calls. `malformed_answer`: the response violates the contract; `send_failed`: the host's
 * `postMessage` threw.
 */
export type BridgeErrorCode = 'unavailable' | 'unsupported' | 'timeout' | 'busy' | 'malformed_answer' | 'send_failed';

export class BridgeError extends Error {
  readonly code: BridgeErrorCode;

  constructor(code: BridgeErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'BridgeError';
    this.code = code;
  }
}

/** There is no host: the page runs in an ordinary browser or on a server. */
export class BridgeUnavailableError extends BridgeError {
  constructor() {
    super('unavailable', 'There is no host: open the mini app inside the host application.');
    this.name = 'BridgeUnavailableError';
  }
}

/** The host is older than the method. */
export class BridgeMethodUnsupportedError extends BridgeError {
  readonly method: string;
  /** Required contract version. */
  readonly needs: string;
  /** Contract version of the host; undefined when the host states none. */
  readonly has: string | undefined;

  constructor(method: string, needs: string, has: string | undefined) {
    super('unsupported', `${method} needs contract version ${needs}; the host has ${has ?? 'none'}.`);
    this.name = 'BridgeMethodUnsupportedError';
    this.method = method;
    this.needs = needs;
    this.has = has;
  }
}

export class BridgeTimeoutError extends BridgeError {
  readonly method: string;
  /** Milliseconds. */
  readonly timeout: number;

  constructor(method: string, timeout: number) {
    super('timeout', `The host did not respond to ${method} within ${timeout} ms.`);
    this.name = 'BridgeTimeoutError';
    this.method = method;
    this.timeout = timeout;
  }
}

/** The same call is pending: wait for its response. */
export class BridgeBusyError extends BridgeError {
  constructor(method: string) {
    super('busy', `${method} is pending: wait for its response.`);
    this.name = 'BridgeBusyError';
  }
}
