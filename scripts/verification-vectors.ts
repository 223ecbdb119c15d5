/** `npm run vectors:verification`: writes the JSON files of docs/guides/verification-vectors/. */
import { writeFileSync } from 'node:fs';
import { showHelp } from './command/show-help.ts';
import { createVectors } from './verification-vectors/vectors.ts';
import { createWebBotAuthVectors } from './verification-vectors/web-bot-auth.ts';

showHelp(`Usage: npm run vectors:verification

Writes the test vectors for verifiers of DPoP requests and of the gateway's assertions, with new keys, and those of signed
requests (Web Bot Auth).`);

const folder = new URL('../docs/guides/verification-vectors/', import.meta.url);
const write = (name: string, content: object) =>
  writeFileSync(new URL(name, folder), `${JSON.stringify(content, null, 1)}\n`);
write('vectors.json', await createVectors());
write('web-bot-auth.json', await createWebBotAuthVectors());
