import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from './build-app.ts';
import { licencesFile, listComponents } from './list-components.ts';
import { npm } from './packages/npm.ts';

// `npm run pack:server`: the server as a package for npm, without Electron, in dist/ or `--output <folder>`. With `--bundle` it
// includes the native modules for this system and processor, so that it installs without a registry.

const root = path.resolve(import.meta.dirname, '..');
const own = [
  'bin',
  'server',
  'dist/renderer',
  'resources/attack-enterprise-19.1.json',
  'resources/attack-successors.json',
  'resources/attack-threats-18.1.json',
  'resources/inter',
  'resources/report-template.de.docx',
  'resources/report-template.docx',
  'resources/report-template.fr.docx',
  'LICENSE',
  licencesFile,
];

const { values } = parseArgs({
  options: {
    bundle: { type: 'boolean', default: false },
    output: { type: 'string', default: path.join(root, 'dist') },
  },
});
process.stdout.write(`${packServer(values.bundle, path.resolve(values.output))}\n`);

function packServer(bundle: boolean, output: string): string {
  const app = buildApp();
  const stage = path.join(root, 'dist', `server.${process.pid}`);
  try {
    for (const name of own) cpSync(path.join(app, name), path.join(stage, name), { recursive: true });
    for (const unit of globSync('*.{service,timer}', { cwd: path.join(root, 'packaging') })) {
      cpSync(path.join(root, 'packaging', unit), path.join(stage, unit));
    }
    writeFileSync(path.join(stage, 'sbom.cdx.json'), listComponents(stage, null));
    const about = JSON.parse(readFileSync(path.join(app, 'package.json'), 'utf8'));
    if (bundle) cpSync(path.join(app, 'node_modules'), path.join(stage, 'node_modules'), { recursive: true });
    writeFileSync(path.join(stage, 'package.json'), JSON.stringify(packageOfServer(about, bundle), null, 2));
    const [{ filename }] = JSON.parse(npm(stage, 'pack', '--json')) as [{ filename: string }];
    const kind = bundle ? `-${process.platform}-${process.arch}` : '';
    const file = path.join(output, filename.replace(/\.tgz$/, `${kind}.tgz`));
    cpSync(path.join(stage, filename), file);
    return file;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function packageOfServer(about: Record<string, unknown>, bundle: boolean): Record<string, unknown> {
  const { main: _, desktopName: __, dependencies, ...rest } = about;
  return {
    ...rest,
    name: 'damson-server',
    engines: { node: '>=24' },
    // Installs the tested versions.
    dependencies: Object.fromEntries(
      Object.keys(dependencies as object).map((name) => [name, versionOf(name)]),
    ),
    ...(bundle && { bundleDependencies: true, os: [process.platform], cpu: [process.arch] }),
  };
}

function versionOf(module: string): string {
  const about = readFileSync(path.join(root, 'node_modules', module, 'package.json'), 'utf8');
  return (JSON.parse(about) as { version: string }).version;
}
