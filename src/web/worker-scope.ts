export interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface WindowClient {
  readonly url: string;
  readonly visibilityState: string;
  navigate(url: string): Promise<WindowClient | null>;
  focus(): Promise<unknown>;
  postMessage(message: unknown, transfer: readonly MessagePort[]): void;
}

/**
 * The part of ServiceWorkerGlobalScope that the workers of all pages use; the compiler is configured for a page's global
 * scope. `PushData` is what a push carries.
 */
export interface WorkerScope<PushData> {
  readonly registration: ServiceWorkerRegistration;
  readonly location: { readonly href: string };
  readonly clients: {
    matchAll(options: {
      readonly type: 'window';
      readonly includeUncontrolled: boolean;
    }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(
    type: 'push',
    listener: (event: ExtendableEvent & { readonly data: { json(): PushData } | null }) => void,
  ): void;
  addEventListener(
    type: 'notificationclick',
    listener: (event: ExtendableEvent & { readonly notification: Notification }) => void,
  ): void;
}
