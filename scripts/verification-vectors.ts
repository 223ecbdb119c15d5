/** `npm run vectors:verification`: writes docs/guides/verification-vectors/vectors.json. */
import { writeFileSync } from 'node:fs';
import { showHelp } from './command/show-help.ts';
import { createVectors } from './verification-vectors/vectors.ts';

showHelp(`Usage: npm run vectors:verification

Writes the test vectors for verifiers of DPoP requests and of the gateway's assertions, with new keys.`);

const file = new URL('../docs/guides/verification-vectors/vectors.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(await createVectors(), null, 1)}\n`);
