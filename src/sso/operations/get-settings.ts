import type { SsoHandler } from '../handler.ts';

/** Returns the settings of this process; secrets were masked when they were read. */
export const getSettings: SsoHandler<'getSettings'> = ({ settings: { shown = [] }, respond }) =>
  respond(200, { settings: shown.map((setting) => ({ ...setting })) });
