import { sha256 } from '#sha256';
import { encodeBase64url } from '../../protocol/base64url.ts';

/** Digest of (jkt, jti), 43 characters: a jti is any text that a client chose. */
export function replayId(jkt: string, jti: string): string {
  return encodeBase64url(sha256(`${jkt}\0${jti}`));
}
