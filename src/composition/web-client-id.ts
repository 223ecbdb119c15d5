import { demoProvider } from './development-data.ts';
import type { PlatformSettings } from './settings.ts';

/** Returns the provider address of the application that users of the web pages sign in to. */
export const webClientId = (settings: PlatformSettings): string =>
  settings.WEB_PROVIDER_ADDRESS ?? demoProvider.address;
