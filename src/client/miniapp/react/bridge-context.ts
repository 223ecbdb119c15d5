import { createContext, createElement, type ReactNode, useContext } from 'react';
import { type Bridge, getBridge } from '../bridge.ts';

const context = createContext<Bridge | undefined>(undefined);

export interface BridgeProviderProps {
  readonly bridge: Bridge;
  readonly children?: ReactNode;
}

/** Provides another bridge than the page's to the hooks below it: a mock in tests and stories. */
export function BridgeProvider({ bridge, children }: BridgeProviderProps): ReactNode {
  // React 18 does not render the context itself.
  return createElement(context.Provider, { value: bridge }, children);
}

/** Returns the bridge that the hooks use. */
export function useBridge(): Bridge {
  return useContext(context) ?? getBridge();
}

/** Returns the launch params of the host, for example startParam. */
export function useLaunchParams(): Bridge['launchParams'] {
  return useBridge().launchParams;
}
