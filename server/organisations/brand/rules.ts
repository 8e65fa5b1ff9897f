import { invalid } from '../../errors.ts';

const beginnings = {
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
} as const;

/** The bytes in a data URL. Refuses `invalid` at `logo` bytes that are no picture of the named type. */
export function readLogo(address: string): Buffer {
  const bytes = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
  const type = findType(bytes);
  if (type === null || !address.startsWith(`data:${type};`)) {
    throw invalid('logo', 'is not the bytes of a PNG or JPEG');
  }
  return bytes;
}

/** The data URL of a stored logo. */
export function toAddress(logo: Buffer): string {
  return `data:${findType(logo) ?? 'image/png'};base64,${logo.toString('base64')}`;
}

function findType(bytes: Buffer): keyof typeof beginnings | null {
  const types = Object.keys(beginnings) as (keyof typeof beginnings)[];
  return types.find((type) => bytes.subarray(0, beginnings[type].length).equals(beginnings[type])) ?? null;
}
