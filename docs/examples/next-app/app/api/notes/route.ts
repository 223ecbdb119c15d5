import { createAccessTokenVerifier, nextAccessToken } from '@platform/sdk/access-token';
import { providerAddress, ssoBaseUrl } from '../../settings';

const verify = createAccessTokenVerifier({ issuer: ssoBaseUrl, audience: providerAddress });

/** Notes by user. An application stores them in a database. */
const notes = new Map<string, readonly string[]>();

export const GET = nextAccessToken(verify, (_request, { sub }) => Response.json(notes.get(sub) ?? []));

export const POST = nextAccessToken(verify, async (request, { sub }) => {
  const note = await request.text();
  if (note.trim() === '' || note.length > 4096) {
    return Response.json({ error: 'A note has 1 to 4096 characters.' }, { status: 400 });
  }
  const written = [...(notes.get(sub) ?? []), note];
  notes.set(sub, written);
  return Response.json(written, { status: 201 });
});
