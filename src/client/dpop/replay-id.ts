import { sha256 } from '#sha256';
import { encodeBase64url } from '../../protocol/base64url.ts';

/** Returns a digest of (jkt, jti) of 43 characters, since clients choose any jti. */
export function replayId(jkt: string, jti: string): string {
  return encodeBase64url(sha256(`${jkt}\0${jti}`));
}
