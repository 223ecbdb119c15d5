import { act, cleanup, render, screen } from '@testing-library/react';
import { StrictMode, useEffect } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { createMockBridge, type MockBridge } from '../mock-bridge.ts';
import { BridgeProvider, useNotificationPermission } from './host-hooks.ts';

afterEach(cleanup);

describe('called by an effect of a child, which runs before those of its parent', () => {
  function Asking({ ask }: { readonly ask: () => Promise<unknown> }) {
    useEffect(() => void ask(), [ask]);
    return null;
  }
  function Page() {
    const { requestPermission, isLoading, status, error } = useNotificationPermission();
    return (
      <>
        <Asking ask={requestPermission} />
        <p role="status">{isLoading ? 'loading' : (status ?? error?.name)}</p>
      </>
    );
  }
  const page = (bridge: MockBridge) =>
    render(
      <StrictMode>
        <BridgeProvider bridge={bridge}>
          <Page />
        </BridgeProvider>
      </StrictMode>,
    );

  test('useNotificationPermission: a call from a child effect loads and then has its response', async () => {
    const bridge = createMockBridge();
    page(bridge);
    expect(screen.getByRole('status').textContent).toBe('loading');
    const { reqId } = bridge.sent[0]?.payload ?? {};
    await act(async () => bridge.emit('notifications:permission.response', { reqId, status: 'granted' }));
    expect(screen.getByRole('status').textContent).toBe('granted');
  });

  test('useNotificationPermission: a call from a child effect shows the error when no request was sent to the host', () => {
    page(createMockBridge({ launchParams: { contractVersion: '1.0.0' } }));
    expect(screen.getByRole('status').textContent).toBe('BridgeMethodUnsupportedError');
  });
});
