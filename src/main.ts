import { enableCompileCache } from 'node:module';

// Before anything large is imported: the second start then skips most of the parsing.
enableCompileCache();
const { runPlatform } = await import('./composition/run-platform.ts');
await runPlatform(process.argv.slice(2), process.env);
