import { runPlatformCommand } from '../cli/platform/program.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run gateway -- --config gateway.json

Verifies callers for services in any language, as forward authentication of nginx, Caddy, Traefik and Envoy.
With --check it checks file, settings, provider, clock, keys and Redis, and starts nothing; --schema prints the JSON schema of the
file; --proxy nginx, caddy, traefik or envoy the file of a proxy; --rotate-key adds a key; --json prints one JSON object.
docs/guides/gateway.md explains it.`);

// The same as `platform gateway`.
await runPlatformCommand(['gateway', ...process.argv.slice(2)]);
