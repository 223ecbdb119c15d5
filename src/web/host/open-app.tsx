import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { freshToken } from '../ui/session.ts';
import { useAction, useResource, Wait } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { translated } from './language.ts';
import { frameName } from './frame-launch.ts';
import { type HostApi, ownDevice } from './host-api.ts';
import { PaymentSheet } from './payment-sheet.tsx';
import {
  type BridgeMethod,
  type BridgeMethods,
  bridgeMethods,
  type PermissionPromptStatus,
} from '../../client/miniapp/bridge-contract.ts';
import { isJsonObject } from '../../protocol/json-object.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { elapsed } from '../ui/elapsed.ts';

/** Milliseconds. Presence expires after 60 seconds (contract, setPresence). */
const interval = 30_000;

/** Reports that the user is inside the app while the page is visible, so that its pushes are suppressed. */
function usePresence(api: HostApi, appId: string): void {
  useEffect(() => {
    const { session, call, host } = api;
    const reports = createPresenceReports({
      send: async (inside) => {
        // Signing out deleted this tab's device, and its presence with it.
        if (session.sso.getAccessToken() === null) return;
        // An app can be open before the tab is registered. Only a report of the same device ends its presence.
        const deviceId = await ownDevice(api);
        await call(() => host.setPresence({ body: { appId: inside, deviceId } }));
      },
      elapsed,
    });
    const reportVisibility = () => reports.add(document.visibilityState === 'visible' ? appId : null);
    reportVisibility();
    const timer = setInterval(reportVisibility, interval);
    document.addEventListener('visibilitychange', reportVisibility);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', reportVisibility);
      reports.add(null);
    };
  }, [api, appId]);
}

/** Id of the app that the user has open in this tab; null: none. */
type OpenAppId = string | null;

/** Pauses before a report that failed is sent again, milliseconds. */
const pauses = [1_000, 3_000, 10_000];

/**
 * Sends the reports of a tab one after the other, of those that wait only the last: a report that arrives after a later
 * one, or the failed report of a closed app, would suppress the pushes of an app that nobody has open.
 */
export function createPresenceReports({
  send,
  elapsed,
}: {
  readonly send: (appId: OpenAppId) => Promise<unknown>;
  readonly elapsed: (milliseconds: number) => Promise<void>;
}): {
  readonly add: (appId: OpenAppId) => void;
} {
  let waiting: OpenAppId | undefined;
  let sending = false;

  const trySend = async (appId: OpenAppId): Promise<void> => {
    for (const pause of [0, ...pauses]) {
      if (pause > 0) await elapsed(pause);
      if (waiting !== undefined) return;
      try {
        await send(appId);
        return;
      } catch {
        // The next attempt follows; after the last one the presence expires within a minute.
      }
    }
  };
  const sendWaiting = async (): Promise<void> => {
    sending = true;
    while (waiting !== undefined) {
      const appId = waiting;
      waiting = undefined;
      await trySend(appId);
    }
    sending = false;
  };
  return {
    add: (appId) => {
      waiting = appId;
      if (!sending) void sendWaiting();
    },
  };
}

/** The request that the user decides on. */
interface OpenRequest extends FrameRequest {
  /** Set by the host and used as React key, because the app chooses `reqId` and may repeat it. */
  readonly number: number;
}

/** Version of the bridge contract that this host implements. */
const contractVersion = '1.5.0';

/** A mini app in a sandboxed frame with an opaque origin. It communicates with the host by messages only. */
export function OpenApp({
  api,
  appId,
  appName,
  url,
  startParam,
}: {
  readonly api: HostApi;
  readonly appId: string;
  readonly appName: string;
  readonly url: string;
  /** Start parameter of the tapped notification. */
  readonly startParam: string | undefined;
}): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  const busy = useRef(false);
  const shown = useRef(0);
  const [request, setRequest] = useState<OpenRequest>();
  const [failure, setFailure] = useState<unknown>();
  const [loaded, setLoaded] = useState(false);
  usePresence(api, appId);

  // The app receives the host's token, because both are the same application at the provider.
  const name = useResource('launch', async () =>
    frameName({
      hostOrigin: location.origin,
      params: {
        CONTRACT_VERSION: contractVersion,
        HOST_VERSION: '1.0.0',
        PLATFORM: 'web',
        AUTH_TOKEN: (await freshToken(api.session.sso)) ?? '',
        ...(startParam !== undefined && { START_PARAM: startParam }),
      },
    }),
  );

  const settle = useCallback((message: string) => {
    busy.current = false;
    post(frame.current, message);
    setRequest(undefined);
  }, []);

  useEffect(() => {
    const show = (received: FrameRequest) => setRequest({ ...received, number: shown.current++ });
    const decide = async (received: FrameRequest) => {
      if (received.method === 'payment:request') return show(received);
      const { status } = await api.call(() => api.host.requestPermission({ path: { appId } }));
      if (status === 'prompt') show(received);
      else settle(frameResponse({ method: received.method, reqId: received.reqId }, { status }));
    };
    const receive = ({ source, data }: MessageEvent) => {
      if (source === null || source !== frame.current?.contentWindow) return;
      const received = readFrameRequest(data);
      if (received === undefined) return;
      // An open sheet is never replaced, so that a click meant for it cannot hit another one.
      if (busy.current) return post(frame.current, busyResponse(received));
      busy.current = true;
      decide(received).catch((error: unknown) => {
        busy.current = false;
        setFailure(error);
      });
    };
    window.addEventListener('message', receive);
    return () => window.removeEventListener('message', receive);
  }, [api, appId, settle]);

  // The app sent the request, so it gets the focus back. Browsers give it back to elements only, and not to frames.
  useLayoutEffect(() => (request === undefined ? undefined : () => frame.current?.focus()), [request]);

  return (
    <>
      <ErrorNotice error={failure ?? name.error} />
      {!loaded && name.error === undefined && <Wait>{translated('opening', { app: appName })}</Wait>}
      {name.value !== undefined && (
        <iframe
          ref={frame}
          className="mini-app"
          title={appName}
          name={name.value}
          src={url}
          sandbox="allow-scripts allow-forms"
          referrerPolicy="no-referrer"
          onLoad={() => setLoaded(true)}
        />
      )}
      {request?.method === 'notifications:permission.request' && (
        <PermissionPrompt
          key={request.number}
          api={api}
          appId={appId}
          appName={appName}
          onResponse={(status) =>
            settle(frameResponse({ method: 'notifications:permission.request', reqId: request.reqId }, { status }))
          }
        />
      )}
      {request?.method === 'payment:request' && (
        <PaymentSheet
          key={request.number}
          api={api}
          appId={appId}
          appName={appName}
          invoice={String(request.payload['invoice'])}
          onResponse={(response) =>
            settle(frameResponse({ method: 'payment:request', reqId: request.reqId }, response))
          }
        />
      )}
    </>
  );
}

/** Posts without a target origin, because the frame's origin is opaque. Responses contain no secrets. */
function post(frame: HTMLIFrameElement | null, message: string): void {
  frame?.contentWindow?.postMessage(message, '*');
}

interface FrameRequest {
  readonly method: BridgeMethod;
  readonly reqId: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Parses a message of a frame; returns undefined for anything but a known request. */
function readFrameRequest(data: unknown): FrameRequest | undefined {
  const message = typeof data === 'string' ? parse(data) : data;
  if (!isJsonObject(message) || message['type'] !== 'method') return undefined;
  const { name, payload } = message;
  if (!isMethod(name) || !isJsonObject(payload)) return undefined;
  const { reqId } = payload;
  return typeof reqId === 'string' && reqId.length <= 128 ? { method: name, reqId, payload } : undefined;
}

/** Returns the message that responds to a request. */
const frameResponse = <M extends BridgeMethod>(
  { method, reqId }: { readonly method: M; readonly reqId: string },
  response: BridgeMethods[M]['response'],
): string =>
  JSON.stringify({ type: 'event', name: bridgeMethods[method].responseEvent, payload: { ...response, reqId } });

/** Returns the response to a request that arrives while another one is open: nothing was shown or changed. */
const busyResponse = ({ method, reqId }: FrameRequest): string =>
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

/** Asks whether an app may send notifications. Dismissing the dialog denies it. */
function PermissionPrompt({
  api,
  appId,
  appName,
  onResponse,
}: {
  readonly api: HostApi;
  readonly appId: string;
  readonly appName: string;
  readonly onResponse: (status: PermissionPromptStatus) => void;
}): ReactNode {
  const decide = useAction(async (status: 'granted' | 'denied') => {
    await api.call(() => api.host.setConsent({ path: { appId }, body: { status } }));
    onResponse(status);
  });
  return (
    <Dialog title={translated('allowTitle', { app: appName })} onClose={() => void decide.run('denied')}>
      <p>{translated('allowText')}</p>
      <ErrorNotice error={decide.error} />
      <div className="actions">
        <Button busy={decide.busy} onClick={() => void decide.run('denied')}>
          {translated('notNow')}
        </Button>
        <Button kind="primary" busy={decide.busy} onClick={() => void decide.run('granted')}>
          {translated('allow')}
        </Button>
      </div>
    </Dialog>
  );
}
