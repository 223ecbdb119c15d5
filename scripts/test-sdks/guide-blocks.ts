/** Reads the fenced shell blocks of a Markdown page that have a name (` ```sh go `). @returns name → commands */
export function guideBlocks(markdown: string): ReadonlyMap<string, string> {
  const blocks = markdown.matchAll(/^```sh ([\w-]+)\n(.*?)^```$/gms);
  return new Map(Array.from(blocks, ([, name = '', commands = '']) => [name, commands]));
}
