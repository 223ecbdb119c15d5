/** Prints how a program is used and ends it, when its arguments ask for help. Called before the program does anything. */
export function showHelp(usage: string): void {
  const args = process.argv.slice(2);
  const own = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined);
  if (!own.includes('--help') && !own.includes('-h')) return;
  console.log(usage);
  process.exit(0);
}
