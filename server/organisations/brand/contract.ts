import { z } from 'zod';
import { colourPattern } from '../../../domain/fields.ts';
import { largestLogo } from '../../../domain/limits.ts';

/** Branding of an organisation's reports. */
export const brandSchema = z.strictObject({
  /** A data URL of a PNG or JPEG. */
  logo: z.string().nullable(),
  /** `#rrggbb` */
  accent: z.string().nullable(),
});
export type Brand = z.output<typeof brandSchema>;

const longestAddress = 'data:image/jpeg;base64,'.length + Math.ceil(largestLogo / 3) * 4;
const tooLarge = `must be a picture of at most ${largestLogo / 1024} KiB`;

export const brandBody = z.strictObject({
  logo: z
    .string()
    .max(longestAddress, tooLarge)
    .regex(
      /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/,
      'must be a data address of a PNG or JPEG',
    )
    .nullable(),
  accent: z.string().regex(colourPattern, 'must be a colour as #rrggbb').toLowerCase().nullable(),
});
