import type { FirstPaint } from '../app-pages.ts';

export const portalFirstPaint: FirstPaint = {
  brand: 'Developer portal',
  home: '/portal',
  menu: 'Menu',
  title: 'Your apps and sign\u2011in applications',
  invitation: 'Sign in with your phone or a passkey. Apps that you create belong to you.',
};
