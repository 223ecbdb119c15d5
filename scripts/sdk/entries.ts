/** What the package exports, by subpath. */
export interface Entry {
  readonly name: string;
  /** Runs in browsers: it has no Node built-ins, and its size is printed. */
  readonly browser: boolean;
  /** Has a faster build for Node, over node:crypto. */
  readonly node: boolean;
  /** Most bytes, minified and compressed, that the entry may weigh. */
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
  { name: 'webhooks', browser: true, node: true },
  { name: 'miniapp-bridge', browser: true, node: false, budget: 4_000 },
  { name: 'miniapp-react', browser: true, node: false },
];

/** Peers: never part of a bundle. */
export const external: readonly string[] = ['react', 'react-dom', 'react/jsx-runtime'];
