import { type Unzipped, unzipSync, zipSync } from 'fflate';

/** Time of every file in a report's zip: the same model gives the same bytes. */
export const zipTime = new Date(1980, 0, 1);

const packed = /\.(?:png|jpe?g|gif|xlsx)$/i;

/** Takes a zip made by this program, returns it with its files in order, as changed by `change`, and dated `zipTime`. */
export function settleZip(bytes: Uint8Array, change?: (files: Unzipped) => void): Uint8Array {
  const files = unzipSync(bytes);
  change?.(files);
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        [content, { level: packed.test(name) ? 0 : 6 }] as const,
      ]),
    ) as Parameters<typeof zipSync>[0],
    { mtime: zipTime },
  );
}
