import type { MiniAppConfig } from './mini-app-config.ts';

export function readMiniAppConfig(): MiniAppConfig {
  // Written by this page's own server, so its shape is known.
  return JSON.parse(document.getElementById('app')?.dataset['config'] ?? '{}');
}
