/** `npm run vectors`: writes src/client/webhooks/vectors.json, signed with node:crypto, independently of src/protocol. */
import { writeFileSync } from 'node:fs';
import { webhookVectors } from './webhook-vectors/vectors.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run vectors

Prints signed test vectors for webhook receivers as JSON.`);

writeFileSync(new URL('../src/client/webhooks/vectors.json', import.meta.url), webhookVectors());
