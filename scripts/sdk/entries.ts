/** An entry of the package. */
export interface Entry {
  readonly name: string;
  /** Runs in browsers: has no Node modules, and its size is printed. */
  readonly browser: boolean;
  /** Has a faster Node build with node:crypto. */
  readonly node: boolean;
  /** Maximum size in bytes, minified and compressed. */
  readonly budget?: number;
}

export const entries: readonly Entry[] = [
  { name: 'sso', browser: true, node: false },
  { name: 'forum', browser: true, node: false },
  { name: 'backend', browser: true, node: false },
  { name: 'notifications', browser: true, node: false },
  { name: 'sso-client', browser: true, node: false, budget: 15_000 },
  { name: 'sso-react', browser: true, node: false },
  { name: 'dpop', browser: true, node: true },
  { name: 'access-token', browser: true, node: true },
  { name: 'webhooks', browser: true, node: true },
  { name: 'miniapp-bridge', browser: true, node: false, budget: 4_000 },
  { name: 'miniapp-react', browser: true, node: false },
];

/** Peer dependencies, which no bundle contains. */
export const external: readonly string[] = ['react', 'react-dom', 'react/jsx-runtime'];
