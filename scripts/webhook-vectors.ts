/** `npm run vectors`: writes src/client/webhooks/vectors.json, signed by Node's own Ed25519 and none of ours. */
import { writeFileSync } from 'node:fs';
import { webhookVectors } from './webhook-vectors/vectors.ts';

writeFileSync(new URL('../src/client/webhooks/vectors.json', import.meta.url), webhookVectors());
