import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { importsOf, violationsIn } from '../support/import-rules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

function sourcesBelow(folder: string): [string, string][] {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => /\.tsx?$/.test(name) && !/(?:^|\/)(?:node_modules|dist)\/|\.config\.ts$|\.d\.ts$/.test(name),
    )
    .map((name) => {
      const file = path.posix.join(folder, name.split(path.sep).join('/'));
      return [file, readFileSync(path.join(root, file), 'utf8')];
    });
}

describe('the house', () => {
  it('keeps its directions', () => {
    const sources = new Map(['server', 'main', 'renderer'].flatMap(sourcesBelow));
    assert.ok(sources.size > 100, String(sources.size));
    assert.deepEqual(violationsIn(sources), []);
  });

  it('is read whole: every relative import of the server leads to a file', () => {
    let imports = 0;
    for (const [file, source] of sourcesBelow('server')) {
      for (const { from } of importsOf(source)) {
        imports += 1;
        if (!from.startsWith('.')) continue;
        assert.ok(existsSync(path.join(root, path.dirname(file), from)), `${file}: ${from}`);
      }
      const mentioned = source.match(/^import\b/gm)?.length ?? 0;
      assert.ok(importsOf(source).length >= mentioned, file);
    }
    assert.ok(imports > 500, String(imports));
  });
});

describe('the check itself', () => {
  const importing: [string, string, boolean][] = [
    ["import a from 'x';", 'x', false],
    ["import 'x';", 'x', false],
    ["import * as a from 'x';", 'x', false],
    ["import { a, type B } from 'x';", 'x', false],
    ["import {\n  a,\n  b as c,\n} from 'x';", 'x', false],
    ["import type { A } from 'x';", 'x', true],
    ["import type A from 'x';", 'x', true],
    ["import { type A, type B } from 'x';", 'x', true],
    ["export { a } from 'x';", 'x', false],
    ["export * from 'x';", 'x', false],
    ["export type { A } from 'x';", 'x', true],
    ['import { a } from "x";', 'x', false],
    ["const a = await import('x');", 'x', false],
    ["const a = require('x');", 'x', false],
    ["const { a } = process.getBuiltinModule('x');", 'x', false],
    ["new Worker(new URL('./x.ts', import.meta.url));", './x.ts', false],
  ];
  for (const [source, from, typeOnly] of importing) {
    it(`sees ${JSON.stringify(source)}`, () => {
      assert.deepEqual(importsOf(source), [{ from, typeOnly }]);
    });
  }

  it('sees every import of a file, and none in what is no import', () => {
    const source =
      "import a from 'a';\nimport type B from 'b';\nexport const text = 'from c';\nexport function f() {}\n";
    assert.deepEqual(
      importsOf(source).map(({ from }) => from),
      ['a', 'b'],
    );
  });

  const wrong: [string, string, RegExp][] = [
    ['server/missions/routes.ts', "import { x } from './store.ts';", /routes go through the service/],
    [
      'server/missions/test-routes.ts',
      "import { x } from './test-store.ts';",
      /routes go through the service/,
    ],
    ['server/missions/routes.ts', "import { x } from '../database/database.ts';", /routes have no SQL/],
    ['server/missions/routes.ts', "import { sql } from 'kysely';", /routes have no SQL/],
    ['server/missions/rules.ts', "import { x } from './store.ts';", /rules decide and touch nothing/],
    ['server/missions/rules.ts', "import { x } from './service.ts';", /rules decide and touch nothing/],
    [
      'server/missions/rules.ts',
      "import { x } from '../database/clock.ts';",
      /rules decide and touch nothing/,
    ],
    [
      'server/missions/rules.ts',
      "import { readFile } from 'node:fs/promises';",
      /rules decide and touch nothing/,
    ],
    ['server/missions/store.ts', "import { x } from './service.ts';", /a store knows no service/],
    [
      'server/missions/service.ts',
      "import { x } from './routes.ts';",
      /nothing in a feature knows its routes/,
    ],
    [
      'server/missions/totals.ts',
      "import { x } from './service.ts';",
      /stands above the rest of its feature/,
    ],
    ['server/missions/service.ts', "import { x } from '../http/problem.ts';", /only routes know HTTP/],
    [
      'server/missions/contract.ts',
      "import { x } from './rules.ts';",
      /a contract knows other contracts alone/,
    ],
    ['server/missions/contract.ts', "import { sql } from 'kysely';", /a contract needs zod alone/],
    ['server/missions/service.ts', "import { x } from '../templates/store.ts';", /used through its service/],
    ['server/missions/service.ts', "import { x } from '../evidence/receive.ts';", /used through its service/],
    [
      'server/missions/store.ts',
      "import { x } from '../templates/service.ts';",
      /business of a service, not of store/,
    ],
    [
      'server/missions/rules.ts',
      "import { x } from '../templates/service.ts';",
      /business of a service, not of rules/,
    ],
    [
      'server/templates/service.ts',
      "import { x } from '../missions/service.ts';",
      /does not stand above missions/,
    ],
    [
      'server/templates/service.ts',
      "import type { X } from '../missions/service.ts';",
      /does not stand above missions/,
    ],
    [
      'server/evidence/service.ts',
      "import { x } from '../missions/service.ts';",
      /does not stand above missions/,
    ],
    [
      'server/accounts/service.ts',
      "import { x } from '../evidence/service.ts';",
      /does not stand above evidence/,
    ],
    ['server/missions/service.ts', "import { x } from '../c2/task-service.ts';", /does not stand above c2/],
    ['server/missions/service.ts', "import { x } from '../app.ts';", /does not know who hosts it/],
    ['server/missions/service.ts', "import { x } from '../backup/make.ts';", /does not stand above backup/],
    ['server/missions/service.ts', "import { x } from '../command/serve.ts';", /does not know who hosts it/],
    [
      'server/missions/service.ts',
      "const { x } = await import('../index.ts');",
      /does not know who hosts it/,
    ],
    ['server/http/dispatch.ts', "import { x } from '../accounts/service.ts';", /stands below everything/],
    [
      'server/http/dispatch.ts',
      "import type { X } from '../accounts/contract.ts';",
      /stands below everything/,
    ],
    ['server/http/dispatch.ts', "import { x } from '../database/failures.ts';", /stands below everything/],
    ['server/database/database.ts', "import { x } from '../http/problem.ts';", /stands below everything/],
    [
      'server/database/database.ts',
      "import { x } from '../missions/contract.ts';",
      /stands below everything/,
    ],
    ['server/database/migrate.ts', "import { x } from '../index.ts';", /does not know who hosts it/],
    ['server/errors.ts', "import { x } from './http/problem.ts';", /the vocabulary knows nobody/],
    ['server/ids.ts', "import { x } from './database/clock.ts';", /the vocabulary knows nobody/],
    ['server/log.ts', "import { x } from './app.ts';", /the vocabulary knows nobody/],
    ['server/index.ts', "import { x } from './missions/store.ts';", /used through its service/],
    ['server/command.ts', "import { x } from './accounts/service.ts';", /a command has a file of its own/],
    ['server/command/accounts.ts', "import { x } from '../accounts/store.ts';", /used through its service/],
    ['server/command/serve.ts', "import { x } from '../app.ts';", /put together in index/],
    ['server/backup/make.ts', "import { x } from '../http/body.ts';", /only routes know HTTP/],
    ['server/command/archives.ts', "import { x } from '../http/body.ts';", /only what serves HTTP knows it/],
    ['server/command/archives.ts', "import { x } from '../backup/job.ts';", /used through its service/],
    ['server/index.ts', "import { app } from 'electron';", /runs without it/],
    ['server/index.ts', "import { x } from '../main/window.ts';", /stands on its own/],
    ['server/index.ts', "import { x } from '../test/support/server.ts';", /stands on its own/],
    ['server/index.ts', "import { x } from '../../elsewhere.ts';", /outside of the project/],
    ['server/missions/service.ts', 'const home = process.env.HOME;', /reads the environment/],
    ['server/missions/service.ts', "const home = process['env'].HOME;", /reads the environment/],
    ['server/missions/service.ts', 'const { env } = process;', /reads the environment/],
    ['server/missions/service.ts', "import { env } from 'node:process';", /imports node:process/],
    ['main/window.ts', 'const debug = process.env.DEBUG;', /reads the environment/],
    ['main/window.ts', "import { x } from '../server/accounts/service.ts';", /by its front door/],
    ['main/window.ts', "import { ipcMain } from 'electron';", /only main\/ipc\.ts/],
    [
      'renderer/app/app.tsx',
      "import { schema } from '../../server/missions/contract.ts';",
      /types of contracts/,
    ],
    [
      'renderer/app/app.tsx',
      "import type { X } from '../../server/missions/service.ts';",
      /types of contracts/,
    ],
    ['renderer/app/app.tsx', "import { readFile } from 'node:fs';", /talks HTTP only/],
    ['server/missions/service.ts', 'export default function x() {}', /default export/],
    ['server/missions/service.ts', 'const x = 1;\nexport { x as default };', /default export/],
    ['server/missions/all.ts', "export * from './service.ts';", /is a barrel/],
    [
      'server/missions/all.ts',
      "export { a } from './service.ts';\nexport { b } from './rules.ts';",
      /is a barrel/,
    ],
  ];
  for (const [file, source, message] of wrong) {
    it(`finds ${source.slice(0, 60)} in ${file}`, () => {
      const found = violationsIn(new Map([[file, `${source}\n`]]));
      assert.ok(
        found.some((line) => line.startsWith(`${file}: `) && message.test(line)),
        JSON.stringify(found),
      );
    });
  }

  it('finds circles, each once', () => {
    const sources = new Map([
      ['server/missions/a.ts', "import { b } from './b.ts';"],
      ['server/missions/b.ts', "import { c } from './c.ts';"],
      ['server/missions/c.ts', "import { a } from './a.ts';\nimport type { B } from './b.ts';"],
      ['server/missions/d.ts', "import { a } from './a.ts';"],
    ]);
    assert.deepEqual(violationsIn(sources), [
      'circle: server/missions/a.ts → server/missions/b.ts → server/missions/c.ts → server/missions/a.ts',
    ]);
  });

  it('leaves alone what is as it should be', () => {
    const sources = new Map([
      [
        'server/missions/routes.ts',
        "import { route } from '../http/route.ts';\nimport type { Db } from '../database/database.ts';\nimport * as contract from './contract.ts';\nimport * as service from './service.ts';",
      ],
      [
        'server/missions/service.ts',
        "import { inTransaction } from '../database/database.ts';\nimport { x } from '../templates/service.ts';\nimport * as store from './store.ts';\nimport { y } from './rules.ts';",
      ],
      [
        'server/missions/store.ts',
        "import { sql } from 'kysely';\nimport type { Mission } from './contract.ts';",
      ],
      [
        'server/missions/contract.ts',
        "import { z } from 'zod';\nimport { paging } from '../accounts/contract.ts';\nimport { roles } from '../permissions.ts';",
      ],
      ['server/settings.ts', 'export const home = process.env.HOME;'],
      ['server/secrets.ts', "import { syncFolder } from './database/database.ts';"],
      [
        'server/app.ts',
        "import { missionRoutes } from './missions/routes.ts';\nimport { dispatch } from './http/dispatch.ts';",
      ],
      [
        'server/index.ts',
        "import { createApp } from './app.ts';\nimport { createAccounts } from './accounts/service.ts';",
      ],
      ['server/ids.ts', '// process.env is for settings alone\nexport const x = 1;'],
      ['renderer/api/missions.ts', "import type { Mission } from '../../server/missions/contract.ts';"],
      ['main/embedded-server.ts', "import { startServer } from '../server/index.ts';"],
    ]);
    assert.deepEqual(violationsIn(sources), []);
  });
});
