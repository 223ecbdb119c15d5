/** `npm run vectors`: writes src/client/webhooks/vectors.json, signed with node:crypto, independently of src/protocol. */
import { writeFileSync } from 'node:fs';
import { webhookVectors } from './webhook-vectors/vectors.ts';

writeFileSync(new URL('../src/client/webhooks/vectors.json', import.meta.url), webhookVectors());
