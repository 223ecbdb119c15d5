import { platformSettings } from '../src/composition/settings.ts';
import { withSecretFiles } from '../src/runtime/start/setting-sources.ts';
import { describeSettings } from '../src/runtime/start/settings.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run config

Lists every setting with its current value. Secrets are masked; they can be in files (NAME_FILE).`);

const rows = describeSettings(platformSettings, withSecretFiles(platformSettings, process.env));
const width = Math.max(...rows.map(({ name }) => name.length));
const valueWidth = Math.min(40, Math.max(...rows.map(({ value }) => value.length)));
for (const { name, value, isDefault, description } of rows) {
  console.log(
    `${name.padEnd(width)}  ${value.padEnd(valueWidth)}  ${isDefault ? 'default' : 'set    '}  ${description}`,
  );
}
