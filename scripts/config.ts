/** `npm run config`: every setting with its current value; secrets are masked. */
import { platformSettings } from '../src/platform/settings.ts';
import { describeSettings } from '../src/service/settings.ts';

const rows = describeSettings(platformSettings, process.env);
const width = Math.max(...rows.map(({ name }) => name.length));
const valueWidth = Math.min(40, Math.max(...rows.map(({ value }) => value.length)));
for (const { name, value, isDefault, description } of rows) {
  console.log(
    `${name.padEnd(width)}  ${value.padEnd(valueWidth)}  ${isDefault ? 'default' : 'set    '}  ${description}`,
  );
}
