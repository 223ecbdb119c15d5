import { inspectEnvironment } from '../runtime/start/setting-sources.ts';
import { SettingsError } from '../runtime/start/settings.ts';
import type { Area } from '../typed-contract/areas.ts';
import { missingDatabase } from './production.ts';
import { type PlatformSettings, platformSettings } from './settings.ts';

/**
 * Reads the settings of a program that runs beside the services.
 *
 * @param areas whose databases it opens: in production a setting has to name them
 * @throws SettingsError that lists every problem
 */
export function readProgramSettings(
  env: Readonly<Record<string, string | undefined>>,
  areas: readonly Area[] = [],
): PlatformSettings {
  const inspected = inspectEnvironment(platformSettings, env);
  const all = [...inspected.problems, ...missingDatabase(areas, inspected.env)];
  if (all.length > 0) throw new SettingsError(all);
  return inspected.values;
}
