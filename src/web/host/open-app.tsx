import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { callWithSession, freshToken } from '../ui/session.ts';
import { useResource } from '../ui/use-resource.ts';
import { Wait } from '../ui/wait.tsx';
import { frameName } from './frame-launch.ts';
import { busyResponse, type FrameRequest, frameResponse, readFrameRequest } from './frame-request.ts';
import type { HostApi } from './host-api.ts';
import { PaymentSheet } from './payment-sheet.tsx';
import { PermissionPrompt } from './permission-prompt.tsx';
import { usePresence } from './use-presence.ts';

export interface OpenAppProps {
  readonly api: HostApi;
  readonly appId: string;
  readonly appName: string;
  readonly url: string;
  /** Start parameter of the tapped notification. */
  readonly startParam: string | undefined;
}

/** The request that the user decides on. */
interface OpenRequest extends FrameRequest {
  /** Set by the host and used as React key, because the app chooses `reqId` and may repeat it. */
  readonly number: number;
}

/** Version of the bridge contract that this host implements. */
const contractVersion = '1.5.0';

/** A mini app in a sandboxed frame with an opaque origin. It communicates with the host by messages only. */
export function OpenApp({ api, appId, appName, url, startParam }: OpenAppProps): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  const busy = useRef(false);
  const shown = useRef(0);
  const [request, setRequest] = useState<OpenRequest>();
  const [failure, setFailure] = useState<unknown>();
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
      const { status } = await callWithSession(api.session, () => api.host.requestPermission({ path: { appId } }));
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
      {name.value === undefined ? (
        <Wait>Opening {appName}…</Wait>
      ) : (
        <iframe
          ref={frame}
          className="mini-app"
          title={appName}
          name={name.value}
          src={url}
          sandbox="allow-scripts allow-forms"
          referrerPolicy="no-referrer"
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
