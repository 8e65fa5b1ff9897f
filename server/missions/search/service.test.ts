import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { seedWorld } from '../../../bench/seed.ts';
import { type OpenedDatabase, openDatabase } from '../../database/database.ts';
import { migrate } from '../../database/migrate.ts';
import type { Principal } from '../../permissions.ts';
import { searchTests, TestWordsMemory } from './service.ts';

describe('facts of tests that a search remembers', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-search-'));
  let opened: OpenedDatabase;
  let admin: Principal;
  before(async () => {
    const world = await seedWorld(folder, { missions: 4, testsPerMission: 400 });
    opened = openDatabase(world.database);
    await migrate(opened.sqlite, world.database);
    admin = { ...world.admin, sessionId: '', displayName: '', role: 'admin', permissions: new Set() };
  });
  after(async () => {
    await opened.close();
    rmSync(folder, { recursive: true });
  });

  for (const [what, most] of [
    ['everything', 10_000],
    ['a part', 400],
    ['nothing', 0],
  ] as const) {
    it(`may be ${what}: the same is found, also by two at once`, async () => {
      const memory = new TestWordsMemory(most);
      const find = async () => {
        const { items, total } = await searchTests({ db: opened.db, memory }, admin, {
          q: '(9)',
          limit: 200,
          offset: 0,
        });
        assert.equal(items.length, total);
        return items.map(({ mission, scenario }) => `${mission.name}, ${scenario.name}`);
      };
      const [first, second] = await Promise.all([find(), find()]);
      const expected = [3, 2, 1, 0].flatMap((mission) =>
        Array.from({ length: 40 }, (_, scenario) => `Purple exercise ${mission}, Scenario ${scenario}`),
      );
      assert.deepEqual(first, expected);
      assert.deepEqual(second, expected);
      assert.deepEqual(await find(), expected);
    });
  }

  it('filters the tests of more missions than are asked at once', async () => {
    const elsewhere = mkdtempSync(path.join(tmpdir(), 'damson-search-'));
    const world = await seedWorld(elsewhere, { missions: 250, testsPerMission: 1 });
    const many = openDatabase(world.database);
    try {
      await migrate(many.sqlite, world.database);
      const viewer = { ...admin, ...world.member, role: 'redteam' as const };
      const count = async (user: Principal, tag: string) => {
        const query = { tag, limit: 1, offset: 0 };
        return (await searchTests({ db: many.db, memory: new TestWordsMemory() }, user, query)).total;
      };
      assert.equal(await count(admin, 'baseline'), 250);
      assert.equal(await count(viewer, 'baseline'), 125);
      assert.equal(await count(admin, 'nothing'), 0);
    } finally {
      await many.close();
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });
});
