import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ask, freshToken } from '../ui/session.ts';
import { useResource } from '../ui/use-resource.ts';
import { Wait } from '../ui/wait.tsx';
import { frameName } from './frame-launch.ts';
import { busyAnswer, type FrameRequest, frameAnswer, readFrameRequest } from './frame-request.ts';
import type { HostApi } from './host-api.ts';
import { PaymentSheet } from './payment-sheet.tsx';
import { PermissionPrompt } from './permission-prompt.tsx';
import { usePresence } from './use-presence.ts';

export interface OpenAppProps {
  readonly api: HostApi;
  readonly appId: string;
  readonly appName: string;
  readonly url: string;
  /** Of the notification that was tapped. */
  readonly startParam: string | undefined;
}

/** What the person decides on. */
interface OpenRequest extends FrameRequest {
  /** The app chooses the reqId, this host the number: another number is another sheet. */
  readonly number: number;
}

/** The bridge contract that this host speaks. */
const contractVersion = '1.5.0';

/** A mini app in a frame that is an origin of its own: it reaches the host by messages and in no other way. */
export function OpenApp({ api, appId, appName, url, startParam }: OpenAppProps): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  const taken = useRef(false);
  const shown = useRef(0);
  const [request, setRequest] = useState<OpenRequest>();
  const [failure, setFailure] = useState<unknown>();
  usePresence(api, appId);

  // One boot, one token: the demo app is known to the provider as the same application as its host.
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
    taken.current = false;
    post(frame.current, message);
    setRequest(undefined);
  }, []);

  useEffect(() => {
    const show = (asked: FrameRequest) => setRequest({ ...asked, number: shown.current++ });
    const decide = async (asked: FrameRequest) => {
      if (asked.method === 'payment:request') return show(asked);
      const { status } = await ask(api.session, () => api.host.requestPermission({ path: { appId } }));
      if (status === 'prompt') show(asked);
      else settle(frameAnswer({ method: asked.method, reqId: asked.reqId }, { status }));
    };
    const receive = ({ source, data }: MessageEvent) => {
      if (source === null || source !== frame.current?.contentWindow) return;
      const asked = readFrameRequest(data);
      if (asked === undefined) return;
      // What is open is replaced by nothing: a click that was meant for one sheet must not fall on another.
      if (taken.current) return post(frame.current, busyAnswer(asked));
      taken.current = true;
      decide(asked).catch((error: unknown) => {
        taken.current = false;
        setFailure(error);
      });
    };
    window.addEventListener('message', receive);
    return () => window.removeEventListener('message', receive);
  }, [api, appId, settle]);

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
          onAnswer={(status) =>
            settle(frameAnswer({ method: 'notifications:permission.request', reqId: request.reqId }, { status }))
          }
        />
      )}
      {request?.method === 'payment:request' && (
        <PaymentSheet
          key={request.number}
          api={api}
          appName={appName}
          invoice={String(request.payload['invoice'])}
          onAnswer={(answer) => settle(frameAnswer({ method: 'payment:request', reqId: request.reqId }, answer))}
        />
      )}
    </>
  );
}

/** The frame's origin is opaque, so none can be named; an answer holds nothing that others may not know. */
function post(frame: HTMLIFrameElement | null, message: string): void {
  frame?.contentWindow?.postMessage(message, '*');
}
