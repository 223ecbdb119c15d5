/** An entry of the package. */
export interface Entry {
  readonly name: string;
  /** Runs in browsers: has no Node modules, and its size is printed. */
  readonly browser: boolean;
  /** Maximum size in bytes, minified and compressed. */
  readonly budget?: number;
}

export const entries: readonly Entry[] = [
  { name: 'sso', browser: true },
  { name: 'forum', browser: true },
  { name: 'backend', browser: true },
  { name: 'notifications', browser: true },
  { name: 'sso-client', browser: true, budget: 17_000 },
  { name: 'sso-react', browser: true },
  { name: 'dpop', browser: true },
  { name: 'access-token', browser: true },
  { name: 'http-signatures', browser: true },
  { name: 'hono', browser: true },
  { name: 'webhooks', browser: true },
  { name: 'miniapp-bridge', browser: true, budget: 4_000 },
  { name: 'miniapp-react', browser: true },
  { name: 'testing', browser: true },
  { name: 'testing-server', browser: true },
];

/** Peer dependencies, which no bundle contains. */
export const external: readonly string[] = ['react', 'react-dom', 'react/jsx-runtime'];
