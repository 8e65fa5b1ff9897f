/** The smallest file of each binary kind on the whitelist: its signature and a few more bytes. */
export const samples = {
  png: hex('89504e470d0a1a0a0000000d49484452'),
  jpg: hex('ffd8ffe000104a46494600'),
  gif: Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1'),
  webp: Buffer.from('RIFF\n\u0000\u0000\u0000WEBPVP8 ', 'latin1'),
  pdf: Buffer.from('%PDF-1.7\n%%EOF\n'),
  evtx: Buffer.from('ElfFile\u0000\u0000\u0000\u0000\u0000', 'latin1'),
  pcap: hex('d4c3b2a1020004000000000000000000ffff000001000000'),
  pcapng: hex('0a0d0d0a1c0000004d3c2b1a01000000ffffffffffffffff1c000000'),
  zip: hex('504b0304140000000000'),
  '7z': hex('377abcaf271c0004'),
  gz: hex('1f8b0800000000000003'),
  mp4: Buffer.from('\u0000\u0000\u0000\u0018ftypisom\u0000\u0000\u0002\u0000isommp41', 'latin1'),
  webm: hex('1a45dfa39f4286810142f7810142f2810442f381084282847765626d'),
};

/** A one-pixel picture that a browser can show. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function hex(text: string): Buffer<ArrayBuffer> {
  return Buffer.from(text, 'hex');
}

/** Bytes with a valid PNG signature, of the given size; the same seed gives the same bytes. */
export function pngOf(size: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(size);
  let state = seed;
  for (let index = 0; index + 4 <= size; index += 4) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    bytes.writeInt32LE(state, index);
  }
  samples.png.copy(bytes);
  return bytes;
}
