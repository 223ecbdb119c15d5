import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Picture, PictureError, reencodePicture } from '../../runtime/pictures/picture.ts';
import { ofRequest } from '../administration/audit-store.ts';
import { requireOwner } from '../caller/caller.ts';
import { ownerUnauthorized, pictureRefused } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import type { SsoHandlerContext } from '../context.ts';

/** Stores an uploaded picture, encoded anew, as the picture of the caller. */
export const setOwnerPicture: SsoHandler<'setOwnerPicture'> = async (context) => {
  const { caller, body, atomically, now, request, respond, settings } = context;
  const sub = requireOwner(caller);
  const picture = acceptedPicture(body.picture);
  const profile = await atomically(async ({ owners, pictures, audit }) => {
    const updated = await owners.updateProfile(sub, { pictureUrl: `${settings.issuer}/pictures/${picture.digest}` });
    // The owner was deleted concurrently.
    if (!updated) throw ownerUnauthorized();
    await pictures.set(sub, picture);
    const details = { changed: 'pictureUrl' };
    await audit.record({ event: 'profile_updated', at: now(), ...ofRequest(request), ownerSub: sub, details });
    return updated;
  });
  return respond(200, { ...profile });
};

/** Decodes and encodes an uploaded picture anew. @throws DomainError `invalid_request` with the reason */
export function acceptedPicture(base64url: string): Picture {
  try {
    return reencodePicture(Buffer.from(base64url, 'base64url'));
  } catch (error) {
    if (error instanceof PictureError) throw pictureRefused(error.message);
    throw error;
  }
}

/** Serves uploaded pictures by the digest of their content, and the icons of applications. */
export function servePictures(
  app: FastifyInstance,
  { readPicture, icons }: Pick<SsoHandlerContext, 'readPicture' | 'icons'>,
): void {
  app.get<{ readonly Params: { readonly digest: string } }>(
    '/pictures/:digest',
    async ({ params: { digest } }, reply) =>
      sendPicture(reply, /^[\w-]{43}$/.test(digest) ? await readPicture(digest) : undefined),
  );
  app.get<{ readonly Params: { readonly address: string } }>(
    '/applications/:address/icon',
    async ({ params: { address } }, reply) =>
      sendPicture(reply, /^[0-9a-f]{32}$/.test(address) ? await icons.byAddress(address) : undefined),
  );
}

/** Sends bytes that never change at their URL. */
function sendPicture(
  reply: FastifyReply,
  picture: { readonly type: string; readonly content: Uint8Array } | undefined,
): FastifyReply {
  if (!picture) {
    reply.callNotFound();
    return reply;
  }
  return reply
    .headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      // Applications show the picture on their pages.
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    .type(picture.type)
    .send(Buffer.from(picture.content));
}
