import { demoProvider } from './development-data.ts';
import type { PlatformSettings } from './settings.ts';

/** The application that people sign in to on the web pages, by its provider address. */
export const webClientId = (settings: PlatformSettings): string =>
  settings.WEB_PROVIDER_ADDRESS ?? demoProvider.address;
