import { crc32, deflateSync } from 'node:zlib';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { pictureLimits, reencodePicture } from './picture.ts';

function pngOf(width: number, height: number, paint: (x: number, y: number) => readonly number[]): Buffer {
  const png = new PNG({ width, height });
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) png.data.set(paint(x, y), (y * width + x) * 4);
  return PNG.sync.write(png);
}
const red = pngOf(8, 8, () => [255, 0, 0, 255]);
const gradient = (x: number, y: number) => [x % 256, y % 256, (x * y) % 256, 255] as const;
const photo = (width: number, height: number, quality = 60): Buffer => {
  const data = Buffer.alloc(width * height * 4);
  for (let at = 0; at < data.length; at += 4) data.set(gradient((at / 4) % width, Math.floor(at / 4 / width)), at);
  return Buffer.from(jpeg.encode({ width, height, data }, quality).data);
};

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const bytes = Buffer.concat([Buffer.alloc(4), typed, Buffer.alloc(4)]);
  bytes.writeUInt32BE(content.length, 0);
  bytes.writeUInt32BE(crc32(typed), bytes.length - 4);
  return bytes;
}

/** A PNG of one pixel whose data inflates to 64 MB. */
function inflatingPng(interlace: 0 | 1): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, interlace]);
  const data = deflateSync(Buffer.alloc(64 * 1024 * 1024));
  const end = chunk('IEND', Buffer.alloc(0));
  return Buffer.concat([red.subarray(0, 8), chunk('IHDR', header), chunk('IDAT', data), end]);
}

/** Inserts a comment behind the header of a PNG. */
const withText = (png: Buffer, text: string): Buffer =>
  Buffer.concat([png.subarray(0, 33), chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1')), png.subarray(33)]);

/** Inserts an APP1 segment, where cameras write EXIF data. */
function withExif(image: Buffer, text: string): Buffer {
  const content = Buffer.from(`Exif\0\0${text}`, 'latin1');
  const head = Buffer.from([0xff, 0xe1, (content.length + 2) >> 8, (content.length + 2) & 0xff]);
  return Buffer.concat([image.subarray(0, 2), head, content, image.subarray(2)]);
}

test('pictures: a small PNG keeps its pixels, and has an address by its digest', () => {
  const { type, content, digest } = reencodePicture(red);
  expect(type).toBe('image/png');
  expect([...PNG.sync.read(content).data.subarray(0, 4)]).toEqual([255, 0, 0, 255]);
  expect(digest).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(reencodePicture(red).digest).toBe(digest);
});

test('pictures: EXIF data and whatever follows the end of a JPEG are gone', () => {
  const upload = Buffer.concat([withExif(photo(300, 200), 'GPS 52.5200 13.4050'), Buffer.from('<script>GPS</script>')]);
  expect(upload.includes('GPS')).toBe(true);
  const { type, content } = reencodePicture(upload);
  expect(type).toBe('image/jpeg');
  expect(content.includes('GPS')).toBe(false);
  expect(content.includes('Exif')).toBe(false);
});

test('pictures: comments of a PNG are gone', () => {
  expect(reencodePicture(withText(red, 'GPS')).content.includes('GPS')).toBe(false);
});

test('pictures: a PNG that inflates to more than its pixels is refused without inflating it', () => {
  const bomb = inflatingPng(0);
  const before = process.memoryUsage().arrayBuffers;
  expect(() => reencodePicture(bomb)).toThrow('no complete PNG');
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
});

test('pictures: transparency stays, so that the picture remains a PNG', () => {
  const { type, content } = reencodePicture(
    pngOf(400, 400, (x, y) => [...gradient(x, y).slice(0, 3), x % 2 ? 0 : 255]),
  );
  const { width, height, data } = PNG.sync.read(content);
  expect({ type, width, height }).toEqual({ type: 'image/png', width: 192, height: 192 });
  expect(data[3]).toBeGreaterThan(0);
  expect(data[3]).toBeLessThan(255);
});

test.each([
  [1024, 512, 192, 96],
  [193, 1024, 36, 192],
  [1024, 1, 192, 1],
])('pictures: %s × %s pixels become %s × %s', (width, height, storedWidth, storedHeight) => {
  const { content, type } = reencodePicture(pngOf(width, height, () => [1, 2, 3, 200]));
  expect(type).toBe('image/png');
  expect(PNG.sync.read(content)).toMatchObject({ width: storedWidth, height: storedHeight });
});

function announcing(width: number, height: number): Buffer {
  const png = Buffer.from(red);
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'neither a PNG nor a JPEG'],
  ['a GIF', Buffer.from('GIF89a'), 'neither a PNG nor a JPEG'],
  ['nothing', Buffer.alloc(0), 'neither a PNG nor a JPEG'],
  ['the beginning of a PNG', red.subarray(0, 40), 'no complete PNG'],
  ['the beginning of a JPEG', photo(64, 64).subarray(0, 60), 'no complete JPEG'],
  ['a PNG that announces 60,000 pixels', announcing(60_000, 60_000), '1024 × 1024'],
  ['a PNG without pixels', announcing(0, 8), 'no pixels'],
  ['a JPEG of 2,000 pixels', photo(2000, 8), '1024 × 1024'],
  ['an interlaced PNG', inflatingPng(1), 'interlaced'],
  ['a JPEG with 1,000 scans', Buffer.concat([photo(8, 8), Buffer.from('ffda'.repeat(1000), 'hex')]), 'scans'],
  ['more bytes than the limit', Buffer.alloc(pictureLimits.bytes + 1), 'bytes'],
])('pictures: %s is refused', (_what, upload, reason) => {
  expect(() => reencodePicture(upload)).toThrow(reason);
});

test.each([
  ['PNG', (side: number) => pngOf(side, side, () => [9, 9, 9, 255])],
  ['JPEG', (side: number) => photo(side, side, 5)],
])('pictures: the largest accepted %s takes no longer than as many pixels of small ones', (_type, pictureOf) => {
  const [largest, small] = [pictureOf(1024), pictureOf(128)];
  const secondsOf = (work: () => unknown): number => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  const smallOnes = () => Array.from({ length: 64 }, () => reencodePicture(small));
  reencodePicture(small);
  expect(secondsOf(() => reencodePicture(largest)) / secondsOf(smallOnes)).toBeLessThan(3);
});
