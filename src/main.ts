import { enableCompileCache } from 'node:module';

// Before anything large is imported: the second start then skips most of the parsing.
enableCompileCache();
const { run } = await import('./composition/run.ts');
await run(process.argv.slice(2), process.env);
