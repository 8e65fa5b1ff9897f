import { unzipSync, zipSync } from 'fflate';

/** When every file in a zip of a report is said to be from: the same model gives the same bytes. */
export const zipTime = new Date(1980, 0, 1);

const packed = /\.(?:png|jpe?g|gif|xlsx)$/i;

/** Takes a zip that this program has made, returns it with its files in their order and from `zipTime`. */
export function settleZip(bytes: Uint8Array): Uint8Array {
  const files = Object.entries(unzipSync(bytes));
  return zipSync(
    Object.fromEntries(
      files.map(([name, content]) => [name, [content, { level: packed.test(name) ? 0 : 6 }] as const]),
    ) as Parameters<typeof zipSync>[0],
    { mtime: zipTime },
  );
}
