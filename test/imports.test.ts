import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import type { ICruiseResult, IForbiddenRuleType, IViolation } from 'dependency-cruiser';

const root = path.resolve(import.meta.dirname, '..');
const config = path.join(root, '.dependency-cruiser.cjs');
const { forbidden } = createRequire(import.meta.url)(config) as { forbidden: IForbiddenRuleType[] };
const depcruise = path.join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');

/** Checks a project of these files, by path, against the rules of `npm run lint`. */
function violationsIn(sources: ReadonlyMap<string, string>): IViolation[] {
  const house = mkdtempSync(path.join(tmpdir(), 'damson-house-'));
  try {
    copyFileSync(path.join(root, 'package.json'), path.join(house, 'package.json'));
    symlinkSync(path.join(root, 'node_modules'), path.join(house, 'node_modules'), 'junction');
    for (const [file, source] of sources) {
      mkdirSync(path.join(house, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(house, file), source);
    }
    const folders = [...new Set([...sources.keys()].map((file) => file.split('/', 1)[0] as string))];
    const printed = execFileSync(
      process.execPath,
      [depcruise, '--config', config, '--output-type', 'json', ...folders],
      { cwd: house, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    );
    return (JSON.parse(printed) as ICruiseResult).summary.violations;
  } finally {
    rmSync(house, { recursive: true, force: true });
  }
}

const isFile = (module: string): boolean => /\.tsx?$/.test(module);

/** Specifier of another file, or of a package. */
function specifier(from: string, to: string): string {
  if (!isFile(to)) return to;
  const relative = path.posix.relative(path.posix.dirname(from), to);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

const forms = {
  import: (name: string) => `import * as x from '${name}';`,
  type: (name: string) => `import type { X } from '${name}';`,
  dynamic: (name: string) => `const x = () => import('${name}');`,
  builtin: (name: string) => `const x = process.getBuiltinModule('${name}');`,
  passedOn: (name: string) => `export { x } from '${name}';`,
};

type Form = keyof typeof forms;
type Import = readonly [from: string, to: string, form?: Form | undefined];
type Case = readonly [from: string, to: string, rule: string, form?: Form | undefined];

const refused: Case[] = [
  ['domain/states.ts', 'server/ids.ts', 'domain-imports-nothing'],
  ['domain/states.ts', 'zod', 'domain-imports-nothing', 'type'],
  ['server/missions/routes.ts', 'server/missions/store.ts', 'routes-go-through-services'],
  [
    'server/missions/mission-tests/routes.ts',
    'server/missions/mission-tests/store.ts',
    'routes-go-through-services',
  ],
  ['server/missions/mission-tests/routes.ts', 'server/missions/store.ts', 'routes-go-through-services'],
  ['server/missions/routes.ts', 'server/database/database.ts', 'routes-have-no-sql'],
  ['server/missions/routes.ts', 'kysely', 'routes-have-no-sql'],
  ['server/missions/rules.ts', 'server/missions/store.ts', 'rules-decide'],
  ['server/missions/rules.ts', 'server/missions/service.ts', 'rules-decide'],
  ['server/missions/rules.ts', 'server/database/clock.ts', 'rules-decide'],
  ['server/missions/rules.ts', 'node:fs/promises', 'rules-decide'],
  ['server/missions/rules.ts', 'node:http', 'rules-decide', 'builtin'],
  ['server/missions/store.ts', 'server/missions/service.ts', 'stores-know-no-service'],
  ['server/missions/mission-tests/store.ts', 'server/missions/service.ts', 'stores-know-no-service'],
  ['server/missions/service.ts', 'server/missions/routes.ts', 'nothing-knows-routes'],
  ['server/missions/totals.ts', 'server/missions/service.ts', 'services-stand-above-their-room'],
  ['server/missions/service.ts', 'server/http/problem.ts', 'only-routes-know-http'],
  ['server/missions/service.ts', 'express', 'only-routes-know-http'],
  ['server/missions/contract.ts', 'server/missions/rules.ts', 'contracts-need-zod-alone'],
  ['server/missions/contract.ts', 'kysely', 'contracts-need-zod-alone'],
  ['server/missions/service.ts', 'server/templates/store.ts', 'features-through-services'],
  ['server/missions/service.ts', 'server/templates/store.ts', 'features-through-services', 'type'],
  ['server/c2/tasks/service.ts', 'server/simulations/outputs/store.ts', 'features-through-services'],
  ['server/missions/store.ts', 'server/templates/service.ts', 'neighbours-are-for-services'],
  ['server/missions/rules.ts', 'server/templates/service.ts', 'neighbours-are-for-services'],
  ['server/templates/service.ts', 'server/missions/service.ts', 'what-templates-may-use'],
  ['server/templates/service.ts', 'server/missions/evidence/service.ts', 'what-templates-may-use', 'type'],
  ['server/accounts/service.ts', 'server/missions/evidence/service.ts', 'what-accounts-may-use'],
  ['server/missions/service.ts', 'server/c2/tasks/service.ts', 'what-missions-may-use'],
  ['server/missions/service.ts', 'server/backup/make.ts', 'what-missions-may-use'],
  ['server/missions/service.ts', 'server/app.ts', 'features-know-no-host'],
  ['server/missions/service.ts', 'server/command/serve.ts', 'features-know-no-host'],
  ['server/missions/service.ts', 'server/index.ts', 'features-know-no-host', 'dynamic'],
  ['server/blobs/files.ts', 'server/missions/evidence/store.ts', 'blobs-know-no-owner'],
  ['server/http/dispatch.ts', 'server/accounts/service.ts', 'http-imports-no-feature'],
  ['server/http/dispatch.ts', 'server/accounts/contract.ts', 'http-imports-no-feature', 'type'],
  ['server/http/dispatch.ts', 'server/database/storage-errors.ts', 'http-imports-no-feature'],
  ['server/http/dispatch.ts', 'server/app.ts', 'http-imports-no-feature'],
  ['server/database/database.ts', 'server/http/problem.ts', 'database-imports-no-feature'],
  ['server/database/database.ts', 'server/missions/contract.ts', 'database-imports-no-feature'],
  ['server/database/migrate.ts', 'server/index.ts', 'database-imports-no-feature'],
  ['server/errors.ts', 'server/http/problem.ts', 'vocabulary-knows-nobody'],
  ['server/ids.ts', 'server/database/clock.ts', 'vocabulary-knows-nobody'],
  ['server/log.ts', 'server/app.ts', 'vocabulary-knows-nobody'],
  ['server/index.ts', 'server/missions/store.ts', 'hosts-use-services'],
  ['server/command/accounts.ts', 'server/accounts/store.ts', 'hosts-use-services'],
  ['server/command/archives.ts', 'server/backup/job.ts', 'hosts-use-services'],
  ['server/command.ts', 'server/accounts/service.ts', 'command-has-files'],
  ['server/command/serve.ts', 'server/app.ts', 'command-serves-no-http'],
  ['server/command/archives.ts', 'server/http/body.ts', 'command-serves-no-http'],
  ['server/reports/build.ts', 'domain/words/en/all.ts', 'words-by-translate'],
  ['renderer/app/main.tsx', 'domain/words/en/screens.ts', 'words-by-translate', 'dynamic'],
  ['server/index.ts', 'electron', 'server-stands-alone'],
  ['server/index.ts', 'main/window/window.ts', 'server-stands-alone'],
  ['server/index.ts', 'test/support/servers/server.ts', 'no-tests-in-what-ships'],
  ['server/index.ts', 'server/ids.test.ts', 'no-tests-in-what-ships'],
  ['server/index.ts', 'vite', 'no-development-package'],
  ['server/index.ts', 'nowhere-to-be-found', 'no-missing-module'],
  ['server/missions/service.ts', 'node:process', 'no-process-module'],
  ['main/window/window.ts', 'server/accounts/service.ts', 'main-through-the-front-door'],
  ['main/window/window.ts', 'server/accounts/service.ts', 'main-through-the-front-door', 'passedOn'],
  ['main/window/window.ts', 'renderer/app/app.tsx', 'main-loads-no-page'],
  ['renderer/app/app.tsx', 'server/missions/contract.ts', 'renderer-imports-types'],
  ['renderer/app/app.tsx', 'main/contract.ts', 'renderer-imports-types'],
  ['renderer/app/app.tsx', 'main/window/window.ts', 'renderer-knows-the-shell-by-contract', 'type'],
  ['renderer/app/app.tsx', 'server/missions/service.ts', 'renderer-knows-contracts', 'type'],
  ['renderer/app/app.tsx', 'server/http/problem.ts', 'renderer-knows-contracts', 'type'],
  ['renderer/app/app.tsx', 'node:fs', 'renderer-talks-http'],
  ['renderer/app/app.tsx', 'electron', 'renderer-without-electron'],
  ['renderer/api/missions/missions.ts', 'renderer/ui/text/name.tsx', 'api-shows-nothing'],
  ['renderer/ui/text/name.tsx', 'renderer/features/missions/badges.tsx', 'ui-knows-no-feature'],
  ['renderer/features/missions/badges.tsx', 'renderer/app/app.tsx', 'features-know-no-frame'],
  ['renderer/features/simulations/page.tsx', 'renderer/features/c2/c2.tsx', 'what-simulations-may-show'],
  [
    'renderer/features/simulations/page.tsx',
    'renderer/features/engagements/page.tsx',
    'what-simulations-may-show',
  ],
];

const allowed: Import[] = [
  ['domain/states.ts', 'domain/sides.ts'],
  ['server/missions/routes.ts', 'server/http/route.ts'],
  ['server/missions/routes.ts', 'server/database/database.ts', 'type'],
  ['server/missions/routes.ts', 'server/missions/contract.ts'],
  ['server/missions/routes.ts', 'server/missions/service.ts'],
  ['server/missions/service.ts', 'server/database/database.ts'],
  ['server/missions/service.ts', 'server/templates/service.ts'],
  ['server/missions/service.ts', 'server/missions/store.ts'],
  ['server/missions/service.ts', 'server/missions/rules.ts'],
  ['server/missions/mission-tests/service.ts', 'server/missions/service.ts'],
  ['server/missions/mission-tests/service.ts', 'server/missions/store.ts'],
  ['server/missions/rules.ts', 'domain/states.ts'],
  ['server/missions/rules.ts', 'server/missions/contract.ts', 'type'],
  ['server/missions/store.ts', 'kysely'],
  ['server/missions/store.ts', 'server/missions/contract.ts', 'type'],
  ['server/missions/contract.ts', 'zod'],
  ['server/missions/contract.ts', 'server/accounts/contract.ts'],
  ['server/missions/contract.ts', 'domain/states.ts'],
  ['server/missions/rules.test.ts', 'server/missions/store.ts'],
  ['server/missions/rules.test.ts', 'test/support/servers/server.ts'],
  ['server/app.ts', 'server/missions/routes.ts'],
  ['server/app.ts', 'server/http/route.ts'],
  ['server/index.ts', 'server/app.ts'],
  ['server/index.ts', 'server/accounts/service.ts'],
  ['server/command/accounts.ts', 'server/accounts/service.ts'],
  ['server/command/serve.ts', 'server/index.ts'],
  ['renderer/api/missions/missions.ts', 'server/missions/contract.ts', 'type'],
  ['renderer/api/missions/missions.ts', 'domain/states.ts'],
  ['renderer/features/c2/c2.tsx', 'renderer/features/engagements/page.tsx'],
  ['renderer/features/missions/mission-tests/page.tsx', 'renderer/features/missions/badges.tsx'],
  ['main/server-conversation.ts', 'server/index.ts'],
  ['main/window/window.ts', 'electron'],
];

/** A file for each name with its imports; files that are only imported export something. */
function houseOf(imports: readonly Import[]): Map<string, string> {
  const sources = new Map<string, string>();
  for (const [from, to, form = 'import'] of imports) {
    const statement = `${forms[form](specifier(from, to))}\n`;
    sources.set(from, (sources.get(from) ?? '') + statement);
    if (isFile(to)) sources.set(to, sources.get(to) ?? '');
  }
  return sources;
}

describe('the rules for imports', () => {
  let found: string[];
  before(() => {
    found = violationsIn(houseOf(refused.map(([from, to, , form]) => [from, to, form]))).map(
      ({ from, to, rule }) => `${rule.name}: ${from} → ${to}`,
    );
  });

  for (const [from, to, rule, form = 'import'] of refused) {
    it(`refuse ${to} in ${from} (${form})`, () => {
      const module = isFile(to) ? `${to}$` : `${to.replace('node:', '')}(/|$)`;
      assert.ok(
        found.some((line) => new RegExp(`^${rule}: ${from} → .*${module}`).test(line)),
        found.filter((line) => line.includes(`: ${from} →`)).join('\n'),
      );
    });
  }

  it('each refuse something here', () => {
    const untried = forbidden
      .map(({ name }) => name as string)
      .filter((name) => !found.some((line) => line.startsWith(`${name}: `)) && !name.startsWith('what-'));
    assert.deepEqual(untried, ['no-undeclared-package', 'inside-the-project']);
  });

  it('accept correct imports', () => {
    assert.deepEqual(violationsIn(houseOf(allowed)), []);
  });

  it('find circles, of types too', () => {
    const circle: Import[] = [
      ['server/missions/a.ts', 'server/missions/b.ts'],
      ['server/missions/b.ts', 'server/missions/c.ts', 'dynamic'],
    ];
    const closings: Import[] = [
      ['server/missions/c.ts', 'server/missions/a.ts'],
      ['server/missions/c.ts', 'server/missions/a.ts', 'type'],
    ];
    for (const closing of closings) {
      const closed = violationsIn(houseOf([...circle, closing]));
      assert.deepEqual([...new Set(closed.map(({ rule }) => rule.name))], ['no-circles']);
    }
  });
});
