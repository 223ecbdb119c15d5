import { renderHook } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import type { BridgeMethod } from '../../bridge-contract.ts';
import type { MockBridge } from '../../mock-bridge.ts';
import { BridgeProvider } from '../bridge-context.ts';
import type { CallResult } from '../use-host-call.ts';
import { useNotificationPermission } from '../use-notification-permission.ts';
import { usePaymentRequest } from '../use-payment-request.ts';

export const invoice = {
  id: 'not sent',
  invoice: 'inv-1',
  recipient: 'r',
  amount: '5',
  token: 'USDC',
  network: 'solana',
};

export interface Call {
  readonly ask: () => Promise<CallResult<{ readonly status: string }>>;
  /** What the hook itself returns. */
  readonly returned: unknown;
  readonly status: string | null;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly callable: boolean;
}

/** A hook that calls the host, in the words of one and the same form. */
export interface Hook {
  readonly name: string;
  readonly method: BridgeMethod;
  readonly response: string;
  readonly statuses: readonly [string, string, string];
  readonly oldest: string;
  readonly tooOld: string;
  readonly use: (options?: { readonly timeout?: number }) => Call;
}

export const hooks: readonly Hook[] = [
  {
    name: 'useNotificationPermission',
    method: 'notifications:permission.request',
    response: 'notifications:permission.response',
    statuses: ['granted', 'denied', 'rate_limited'],
    oldest: '1.5.0',
    tooOld: '1.4.9',
    use: (options) => {
      const { requestPermission: ask, ...call } = useNotificationPermission(options);
      return { ask, returned: ask, ...call };
    },
  },
  {
    name: 'usePaymentRequest',
    method: 'payment:request',
    response: 'payment:response',
    statuses: ['paid', 'cancelled', 'failed'],
    oldest: '0.1.1',
    tooOld: '0.1.0',
    use: (options) => {
      const { requestPayment, ...call } = usePaymentRequest(options);
      return { ask: () => requestPayment(invoice), returned: requestPayment, ...call };
    },
  },
];

/** Renders a hook under StrictMode; `states` are all that were rendered, oldest first. */
export function mount(hook: Hook, bridge: MockBridge, options?: { readonly timeout?: number }) {
  const states: Call[] = [];
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <BridgeProvider bridge={bridge}>{children}</BridgeProvider>
    </StrictMode>
  );
  const rendered = renderHook(
    (props: typeof options) => {
      const call = hook.use(props);
      states.push(call);
      return call;
    },
    { wrapper, ...(options && { initialProps: options }) },
  );
  const now = () => rendered.result.current;
  const seen = () => states.map(({ isLoading, status, error }) => ({ isLoading, status, error: error?.name ?? null }));
  return { ...rendered, now, seen, states };
}
