import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, Platform } from 'electron-builder';

// Packs the application for Linux with the given runtime, as far as possible without downloaded tools, and records their input:
// `node pack.ts <runtime> <output>`.

const [runtime, output] = process.argv.slice(2);
if (runtime === undefined || output === undefined) throw new Error('which runtime, and where to?');
const handed: Record<string, unknown> = {};

/** Input of the Debian packager, read now because its own files are removed afterwards. */
function handedToDebian([parts]: [string[]]): { parts: string[]; types: string | null } {
  const types = parts.find((part) => part.includes('=/usr/share/mime/'))?.split('=')[0];
  return { parts, types: types === undefined ? null : readFileSync(types, 'utf8') };
}

await build({
  targets: Platform.LINUX.createTarget(['AppImage', 'deb']),
  publish: 'never',
  config: {
    electronDist: runtime,
    directories: { output },
    extraMetadata: { homepage: 'https://damson.org' },
    linux: { maintainer: 'Damson <packages@damson.org>' },
  },
  effectiveOptionComputed: async (options: unknown) => {
    if (Array.isArray(options)) handed.deb = handedToDebian(options as [string[]]);
    else handed.AppImage = options;
    return true;
  },
});
writeFileSync(path.join(output, 'handed.json'), JSON.stringify(handed));
