#!/usr/bin/env node
// The program of a release: `npx platform start`. Plain JavaScript, so that an old Node gets a clear message.
import './scripts/check-node.mjs';

const scripts = {
  start: './src/main.ts',
  admin: './scripts/admin.ts',
  config: './scripts/config.ts',
  doctor: './scripts/doctor.ts',
  migrate: './scripts/migrate.ts',
  payer: './scripts/payer.ts',
  phone: './scripts/phone.ts',
  provider: './scripts/provider.ts',
  roles: './scripts/roles.ts',
  secrets: './scripts/secrets.ts',
};

const [command = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(scripts, command)) {
  console.error(`Usage: npx platform ${Object.keys(scripts).join(' | ')}`);
  process.exit(2);
}
const script = new URL(scripts[command], import.meta.url);
process.argv = [process.argv[0], script.pathname, ...args];
await import(script.href);
