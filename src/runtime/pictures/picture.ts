import { createHash } from 'node:crypto';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';

/** Limits of a picture that somebody uploads. They bound the time of decoding, which blocks the process. */
export const pictureLimits = { bytes: 262_144, edge: 1024, scans: 24 } as const;

/** Longest edge in pixels of what is stored: twice the largest size at which a page shows a picture. */
const storedEdge = 192;

const jpegQuality = 82;

/** A picture without metadata, as our own encoder wrote it. */
export interface Picture {
  readonly type: 'image/png' | 'image/jpeg';
  readonly content: Buffer;
  /** SHA-256 of the content, base64url. */
  readonly digest: string;
}

/** An upload is not a picture that the platform accepts; the message says why. */
export class PictureError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'PictureError';
  }
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of every pixel. */
  readonly data: Uint8Array;
}

/**
 * Decodes a PNG or JPEG, scales it down to at most 192 pixels, and encodes it again: nothing of the upload but its
 * pixels remains. Opaque pictures become whichever of PNG and JPEG is smaller.
 *
 * @throws PictureError
 */
export function reencodePicture(upload: Uint8Array): Picture {
  const bytes = Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength);
  if (bytes.length > pictureLimits.bytes) throw new PictureError(`it is larger than ${pictureLimits.bytes} bytes`);
  const pixels = scaled(isPng(bytes) ? decodePng(bytes) : decodeJpeg(bytes));
  const png = encodePng(pixels);
  const smaller = isOpaque(pixels) ? encodeJpeg(pixels) : png;
  const content = smaller.length < png.length ? smaller : png;
  return {
    type: content === png ? 'image/png' : 'image/jpeg',
    content,
    digest: createHash('sha256').update(content).digest('base64url'),
  };
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(pngSignature);

function decodePng(bytes: Buffer): Pixels {
  // Before anything is inflated: width, height and interlacing are in the first chunk (PNG §11.2.1).
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') throw new PictureError('it is no complete PNG');
  refuseLarge(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
  // The decoder inflates interlaced pictures without a limit.
  if (bytes[28] !== 0) throw new PictureError('it is an interlaced PNG');
  try {
    return PNG.sync.read(bytes);
  } catch {
    throw new PictureError('it is no complete PNG');
  }
}

function decodeJpeg(bytes: Buffer): Pixels {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) throw new PictureError('it is neither a PNG nor a JPEG');
  // A progressive picture may repeat scans, each over all pixels. In coded data 0xff is never followed by 0xda.
  if (markers(bytes, 0xda) > pictureLimits.scans) throw new PictureError('it is a JPEG with too many scans');
  const { width, height } = jpegSize(bytes);
  refuseLarge(width, height);
  try {
    return jpeg.decode(bytes, {
      useTArray: true,
      tolerantDecoding: false,
      maxResolutionInMP: pictureLimits.edge ** 2 / 1e6,
      maxMemoryUsageInMB: 64,
    });
  } catch {
    throw new PictureError('it is no complete JPEG');
  }
}

function markers(bytes: Buffer, marker: number): number {
  let count = 0;
  for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1)) if (bytes[at + 1] === marker) count++;
  return count;
}

/** Reads the frame header (ITU T.81 §B.2.2): baseline, extended or progressive. */
function jpegSize(bytes: Buffer): { readonly width: number; readonly height: number } {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xc2)
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  }
  throw new PictureError('it is no complete JPEG');
}

function refuseLarge(width: number, height: number): void {
  if (width < 1 || height < 1) throw new PictureError('it has no pixels');
  if (width > pictureLimits.edge || height > pictureLimits.edge)
    throw new PictureError(`it is larger than ${pictureLimits.edge} × ${pictureLimits.edge} pixels`);
}

/** Scales down by averaging the pixels that become one, weighted by their alpha. */
function scaled({ width, height, data }: Pixels): Pixels {
  const factor = Math.max(width, height) / storedEdge;
  if (factor <= 1) return { width, height, data };
  const target = { width: Math.max(1, Math.round(width / factor)), height: Math.max(1, Math.round(height / factor)) };
  const output = new Uint8Array(target.width * target.height * 4);
  for (let y = 0; y < target.height; y++)
    for (let x = 0; x < target.width; x++) {
      const sums = [0, 0, 0, 0] as [number, number, number, number];
      let count = 0;
      for (let row = Math.floor(y * factor); row < Math.min(height, Math.max((y + 1) * factor, y * factor + 1)); row++)
        for (let column = Math.floor(x * factor); column < Math.min(width, (x + 1) * factor); column++) {
          const at = (row * width + column) * 4;
          const alpha = data[at + 3] ?? 0;
          for (const channel of [0, 1, 2] as const) sums[channel] += (data[at + channel] ?? 0) * alpha;
          sums[3] += alpha;
          count++;
        }
      const at = (y * target.width + x) * 4;
      for (const channel of [0, 1, 2] as const) output[at + channel] = sums[3] === 0 ? 0 : sums[channel] / sums[3];
      output[at + 3] = count === 0 ? 0 : sums[3] / count;
    }
  return { ...target, data: output };
}

const isOpaque = ({ data }: Pixels): boolean => data.every((value, index) => index % 4 !== 3 || value === 255);

function encodePng({ width, height, data }: Pixels): Buffer {
  const png = new PNG({ width, height });
  png.data = Buffer.from(data);
  return PNG.sync.write(png);
}

const encodeJpeg = (pixels: Pixels): Buffer => Buffer.from(jpeg.encode({ ...pixels }, jpegQuality).data);
