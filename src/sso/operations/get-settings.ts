import type { SsoHandler } from '../handler.ts';

/** Returns the settings of this process; secrets were masked when they were read. */
export const getSettings: SsoHandler<'getSettings'> = ({ settings: { maskedSettings = [] }, respond }) =>
  respond(200, { settings: maskedSettings.map((setting) => ({ ...setting })) });
