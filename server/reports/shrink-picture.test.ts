import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import { Transformer } from '@napi-rs/image';
import { measurePicture } from './content/pictures.ts';
import { shrinkPicture } from './shrink-picture.ts';

const icon = readFileSync(new URL('../../resources/icons/linux/256x256.png', import.meta.url));
/** 1600 × 900. */
const screen = readFileSync(new URL('../../docs/guide/images/report.png', import.meta.url));

/** A picture of noise, the same each time. */
function draw(width: number, height: number, opacity = 255): Transformer {
  const pixels = new Uint8Array(width * height * 4);
  let state = 1;
  for (const at of pixels.keys()) {
    state = (state * 48_271) % 2_147_483_647;
    pixels[at] = at % 4 === 3 ? opacity : state;
  }
  return Transformer.fromRgbaPixels(pixels, width, height);
}

const withoutAlpha = async (picture: Transformer): Promise<Buffer> =>
  // A JPEG in between has no transparency.
  new Transformer(await picture.jpeg(100)).png();

/** The same JPEG as a camera turned by a quarter writes it. */
function turn(jpeg: Buffer): Buffer {
  const exif = Buffer.from(
    '457869660000' + '4d4d002a00000008' + '0001' + '011200030000000100060000' + '00000000',
    'hex',
  );
  const segment = Buffer.alloc(4);
  segment.writeUInt16BE(0xffe1, 0);
  segment.writeUInt16BE(exif.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), segment, exif, jpeg.subarray(2)]);
}

/** A PNG that says another size than its pixels have. */
function claim(png: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(png);
  changed.writeUInt32BE(width, 16);
  changed.writeUInt32BE(height, 20);
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29);
  return changed;
}

describe('a picture in a report', () => {
  const wide = draw(1900, 1000);
  const cases: [name: string, bytes: () => Promise<Buffer>, format: string, width: number, height: number][] =
    [
      ['a photograph as PNG', () => withoutAlpha(wide), 'jpeg', 987, 519],
      ['a transparent one', () => draw(1900, 1000, 128).png(), 'png', 987, 519],
      ['a screen', async () => screen, 'png', 987, 555],
      ['a JPEG', () => wide.jpeg(90), 'jpeg', 987, 519],
      ['a turned JPEG', async () => turn(await draw(1900, 1500).jpeg(90)), 'jpeg', 758, 960],
      ['one as high as a page', () => draw(1000, 1300).jpeg(90), 'jpeg', 738, 960],
      ['one that is cut into pieces', () => draw(1974, 6000).jpeg(90), 'jpeg', 987, 3000],
    ];
  for (const [name, make, format, width, height] of cases) {
    it(`has the pixels that a page shows: ${name}`, async () => {
      const bytes = await make();
      const shrunk = await shrinkPicture(bytes);
      assert.deepEqual(measurePicture(shrunk), { format, width, height });
      assert.ok(shrunk.length < bytes.length, `${bytes.length} bytes became ${shrunk.length}`);
    });
  }

  const same: [name: string, bytes: () => Promise<Buffer>][] = [
    ['with no more pixels than a page shows', () => draw(980, 500).png()],
    ['of few bytes', async () => icon],
    ['that ends early', async () => (await wide.png()).subarray(0, 200_000)],
    ['with more pixels than its bytes hold', async () => claim(await wide.png(), 5000, 5000)],
    ['with more pixels than a report shows', async () => claim(await wide.png(), 10_000, 10_000)],
    [
      'that is a GIF',
      async () => Buffer.concat([Buffer.from('GIF89a\x00\x10\x00\x10'), Buffer.alloc(100_000)]),
    ],
    ['of which nothing is known', async () => Buffer.alloc(100_000, 'a')],
  ];
  for (const [name, make] of same) {
    it(`stays as it is: one ${name}`, async () => {
      const bytes = await make();
      assert.equal(await shrinkPicture(bytes), bytes);
    });
  }
});
