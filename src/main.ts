import module from 'node:module';

// Files of the embedded database and generated keys are for this user alone.
process.umask(0o077);
// Before anything large is imported: the second start then skips most of the parsing.
// Node 20 has none.
module.enableCompileCache?.();
const { runPlatform } = await import('./composition/run-platform.ts');
await runPlatform(process.argv.slice(2), process.env);
