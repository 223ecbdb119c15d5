import { SsoClientError } from './sso-errors.ts';

/** What happened to the session of this page. Other tabs report through `onChange`. */
export type SsoEvent =
  | { readonly type: 'sign-in-started' | 'refreshed' }
  | { readonly type: 'error'; readonly error: Error }
  | { readonly type: 'signed-in'; readonly subject: string | undefined }
  | {
      readonly type: 'signed-out';
      /** `logout`: by the application. `ended`: revoked, or the provider returned another subject. */
      readonly reason: 'logout' | 'ended';
    };

/** Receives log lines, for example `console`. They never contain tokens, codes or links. */
export type SsoLogger = Readonly<Record<'debug' | 'info' | 'warn' | 'error', SsoLog>>;
type SsoLog = (message: string, details?: Readonly<Record<string, unknown>>) => void;

/** Distributes events, log lines and errors of one client. Exceptions in the application's callbacks are ignored. */
export interface SsoReporter {
  readonly onEvent: (listener: (event: SsoEvent) => void) => () => void;
  readonly event: (event: SsoEvent) => void;
  /** Reports an error once, however many calls share it. */
  readonly error: (error: Error) => void;
  readonly log: (level: keyof SsoLogger, message: string, error?: unknown) => void;
}

export interface SsoReporterOptions {
  readonly onError: ((error: Error) => void) | undefined;
  readonly logger: SsoLogger | undefined;
}

export function createSsoReporter({ onError, logger }: SsoReporterOptions): SsoReporter {
  const listeners = new Set<(event: SsoEvent) => void>();
  const reported = new WeakSet<Error>();
  const log: SsoReporter['log'] = (level, message, error) => attempt(() => logger?.[level](message, detailsOf(error)));
  const notify = (event: SsoEvent) => {
    for (const listener of listeners) attempt(() => listener(event));
  };
  return {
    onEvent: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    event: (event) => {
      log('info', `sso: ${event.type}`);
      notify(event);
    },
    error: (error) => {
      if (reported.has(error)) return;
      reported.add(error);
      log('error', `sso: ${error.name}`, error);
      attempt(() => onError?.(error));
      notify({ type: 'error', error });
    },
    log,
  };
}

/** Omits texts of the provider: they may repeat what was sent. */
function detailsOf(error: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!(error instanceof SsoClientError)) return undefined;
  const { name, status, error: code, retryable } = error;
  return { name, status, retryable, error: code !== undefined && /^[a-z_]{1,40}$/.test(code) ? code : undefined };
}

function attempt(call: () => void): void {
  try {
    call();
  } catch {
    // The sign-in does not depend on the application's callbacks.
  }
}
