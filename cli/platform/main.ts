import { runPlatformCommand } from './program.ts';

await runPlatformCommand(process.argv.slice(2));
