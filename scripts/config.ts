import { platformSettings } from '../src/composition/settings.ts';
import { inspectEnvironment } from '../src/runtime/start/setting-sources.ts';
import { describeSettings, SettingsError } from '../src/runtime/start/settings.ts';
import { printNote } from '../cli/platform/print.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npx platform config

Lists every setting with its current value. Secrets are masked; they can be in files (NAME_FILE). Exit code 1 when a value is not valid.`);

const { env, problems } = inspectEnvironment(platformSettings, process.env);
const rows = describeSettings(platformSettings, env);
const width = Math.max(...rows.map(({ name }) => name.length));
const valueWidth = Math.min(40, Math.max(...rows.map(({ value }) => value.length)));
for (const { name, value, isDefault, description } of rows) {
  console.log(
    `${name.padEnd(width)}  ${value.padEnd(valueWidth)}  ${isDefault ? 'default' : 'set    '}  ${description}`,
  );
}

if (problems.length > 0) {
  printNote(new SettingsError(problems).message);
  process.exitCode = 1;
}
