#!/usr/bin/env node
// The program of a release: `npx platform start`. Plain JavaScript, so that an old Node gets a clear message.
import '../check-node.mjs';

const scripts = {
  start: '../../src/main.ts',
  admin: '../admin.ts',
  config: '../config.ts',
  doctor: '../doctor.ts',
  migrate: '../migrate.ts',
  payer: '../payer.ts',
  phone: '../phone.ts',
  provider: '../provider.ts',
  roles: '../roles.ts',
  'rotate-master-key': '../rotate-master-key.ts',
  'rotate-push-key': '../rotate-push-key.ts',
  secrets: '../secrets.ts',
};

const [command = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(scripts, command)) {
  console.error(`Usage: npx platform ${Object.keys(scripts).join(' | ')}`);
  process.exit(2);
}
const script = new URL(scripts[command], import.meta.url);
process.argv = [process.argv[0], script.pathname, ...args];
await import(script.href);
