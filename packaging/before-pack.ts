import { existsSync } from 'node:fs';
import path from 'node:path';
import { Arch, type BeforePackContext } from 'electron-builder';
import { compiledModules } from '../tools/list-components.ts';
import { findPlaceholders } from './addresses.ts';

const root = path.resolve(import.meta.dirname, '..');
const systems = { linux: 'linux', win32: 'win32', darwin: 'darwin' } as const;
const endings = { linux: '-gnu', win32: '-msvc', darwin: '' } as const;

/** Throws if the publisher's addresses are placeholders, or if the native modules of this architecture are missing. */
export async function beforePack({ packager, electronPlatformName, arch }: BeforePackContext): Promise<void> {
  const placeholders = findPlaceholders({
    homepage: packager.info.metadata.homepage,
    maintainer: packager.info.config.linux?.maintainer,
  });
  if (placeholders.length > 0) {
    throw new Error(
      `${placeholders.join(' and ')} of electron-builder.yml must hold the publisher’s own address before a package is made`,
    );
  }
  const system = systems[electronPlatformName as keyof typeof systems];
  const places = [
    ...compiledModules.map((module) =>
      path.join('node_modules', `${module}-${system}-${Arch[arch]}${endings[system]}`),
    ),
    path.join('node_modules', 'better-sqlite3', 'prebuilds', `${system}-${Arch[arch]}.node`),
  ];
  for (const place of places) {
    if (!existsSync(path.join(packager.info.appDir, place)))
      throw new Error(`${path.relative(root, packager.info.appDir)} has no ${place}: use npm run package`);
  }
}
