#!/usr/bin/env node
// The program `platform` of a clone, for `npx platform`.
await import('../cli/platform/main.ts');
