import { printNote } from '../../cli/platform/print.ts';
import { type Area, areas } from '../../src/typed-contract/areas.ts';

/** Returns the areas that arguments name, or all without arguments; exits with 2 for another name. */
export function chosenAreas(names: readonly string[]): readonly Area[] {
  const unknown = names.filter((name) => !areas.some((area) => area === name));
  if (unknown.length > 0) {
    printNote(`Unknown area ${unknown.join(', ')}; name some of: ${areas.join(', ')}.`);
    process.exit(2);
  }
  return names.length === 0 ? areas : areas.filter((area) => names.includes(area));
}
