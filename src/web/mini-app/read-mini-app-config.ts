import type { MiniAppConfig } from './mini-app-config.ts';

export function readMiniAppConfig(): MiniAppConfig {
  // The page's own server writes this value, so its type is known.
  return JSON.parse(document.getElementById('app')?.dataset['config'] ?? '{}');
}
