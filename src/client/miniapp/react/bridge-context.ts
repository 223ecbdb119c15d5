import { createContext, createElement, type ReactNode, useContext } from 'react';
import { type Bridge, getBridge } from '../bridge.ts';

const context = createContext<Bridge | undefined>(undefined);

export interface BridgeProviderProps {
  readonly bridge: Bridge;
  readonly children?: ReactNode;
}

/** Gives the hooks below it another bridge than the page's: a mock in tests and stories. */
export function BridgeProvider({ bridge, children }: BridgeProviderProps): ReactNode {
  return createElement(context, { value: bridge }, children);
}

/** The bridge that the hooks use. */
export function useBridge(): Bridge {
  return useContext(context) ?? getBridge();
}

/** What the host told at boot: startParam among them. */
export function useLaunchParams(): Bridge['launchParams'] {
  return useBridge().launchParams;
}
