import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openCatalogue, synchroniseFromBundled } from '../catalogue/service.ts';
import { inTransaction, type OpenedDatabase, openDatabase } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import type { DomainError } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Principal } from '../permissions.ts';
import { scenarioTemplateBody, testTemplateBody } from './contract.ts';
import { createScenarioTemplate, deleteScenarioTemplate } from './scenarios/service.ts';
import { readSnapshotSources } from './service.ts';
import {
  changeTestTemplate,
  createTestTemplate,
  deleteTestTemplate,
  readTestTemplate,
} from './test-templates/service.ts';

const ada = { id: newId(), displayName: 'Ada' } as Principal;
const missing = '01900000-0000-7000-8000-00000000dead';
const lsassMemory = { kind: 'subtechnique', external_id: 'T1003.001' };
const execution = { kind: 'tactic', external_id: 'TA0002' };

describe('copies of templates in missions', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-test-'));
  const file = path.join(folder, 'damson.db');
  let opened: OpenedDatabase;
  before(async () => {
    opened = openDatabase(file);
    await migrate(opened.sqlite, file);
    const catalogue = openCatalogue({ db: opened.db, now: Date.now, dataDir: folder });
    await synchroniseFromBundled(catalogue);
  });
  after(async () => {
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const newTest = (fields: object = {}) =>
    createTestTemplate(
      { db: opened.db, now: Date.now },
      ada,
      testTemplateBody.parse({ name: 'Test', ...fields }),
    );
  const newScenario = (fields: object = {}) =>
    createScenarioTemplate(
      { db: opened.db, now: Date.now },
      ada,
      scenarioTemplateBody.parse({ name: 'Scenario', ...fields }),
    );
  const snapshot = (ids: readonly string[]) =>
    inTransaction(opened.db, (trx) => readSnapshotSources(trx, ids, 'scenario_template_ids'));

  it('have every field except those of the template itself, in the order of the tests', async () => {
    const rich = await newTest({
      name: 'Rich',
      description: 'd',
      objective: 'o',
      procedure: 'p',
      command: 'c ',
      cleanup_command: 'u',
      expected_detection: 'e',
      platforms: ['windows', 'linux'],
      opsec: 'medium',
      tags: ['z', 'a'],
      catalog_tags: [lsassMemory, execution],
      source: 's',
    });
    const bare = await newTest({ name: 'Bare' });
    const scenario = await newScenario({
      description: 'of both',
      tags: ['t'],
      catalog_tags: [execution],
      test_template_ids: [bare.id, rich.id],
      follows: [{ position: 1, follows: 0, condition: null }],
    });
    const { source: _s, created_at: _c, updated_at: _u, ...richCopy } = rich;
    const { source: _s2, created_at: _c2, updated_at: _u2, ...bareCopy } = bare;
    assert.deepEqual(await snapshot([scenario.id]), [
      {
        id: scenario.id,
        name: 'Scenario',
        description: 'of both',
        tags: ['t'],
        catalog_tags: [rich.catalog_tags[1]],
        follows: [{ position: 1, follows: 0, condition: null }],
        tests: [bareCopy, richCopy],
      },
    ]);
  });

  it('follow the order of the request and repeat a repeated scenario', async () => {
    const test = await newTest();
    const one = await newScenario({ name: 'One', test_template_ids: [test.id] });
    const two = await newScenario({ name: 'Two', test_template_ids: [test.id] });
    const copies = await snapshot([two.id, one.id, two.id]);
    assert.deepEqual(
      copies.map((copy) => [copy.name, copy.tests.map((item) => item.id)]),
      [
        ['Two', [test.id]],
        ['One', [test.id]],
        ['Two', [test.id]],
      ],
    );
    assert.deepEqual(await snapshot([]), []);
  });

  it('leave out deleted tests and show changed ones as they are now', async () => {
    const gone = await newTest();
    const stays = await newTest();
    const scenario = await newScenario({ test_template_ids: [gone.id, stays.id] });
    await deleteTestTemplate({ db: opened.db, now: Date.now }, ada, gone.id);
    await changeTestTemplate({ db: opened.db, now: Date.now }, ada, stays.id, { name: 'Changed' });
    const [copy] = await snapshot([scenario.id]);
    assert.deepEqual(
      copy?.tests.map((test) => test.name),
      ['Changed'],
    );
  });

  it('are refused for an unknown or deleted scenario, by its position', async () => {
    const scenario = await newScenario();
    const deleted = await newScenario();
    await deleteScenarioTemplate({ db: opened.db, now: Date.now }, ada, deleted.id);
    for (const unknown of [missing, deleted.id, (await newTest()).id]) {
      await assert.rejects(snapshot([scenario.id, unknown]), (error: DomainError) => {
        assert.equal(error.code, 'invalid');
        assert.equal(error.errors?.[0]?.path, 'scenario_template_ids.1');
        assert.ok(error.message.includes(unknown));
        return true;
      });
    }
  });

  it('take the same number of queries for one scenario and for twenty of a hundred tests each', async () => {
    const tests: string[] = [];
    for (let index = 0; index < 100; index += 1) {
      tests.push((await newTest({ tags: ['a', 'b'], catalog_tags: [lsassMemory] })).id);
    }
    const scenarios: string[] = [];
    for (let index = 0; index < 20; index += 1) {
      scenarios.push((await newScenario({ test_template_ids: tests })).id);
    }
    const counted = (ids: readonly string[]) =>
      inTransaction(opened.db, async (trx) => {
        let queries = 0;
        const counting = trx.withPlugin({
          transformQuery: ({ node }) => node,
          // Prepared queries are compiled earlier, so results are counted instead.
          transformResult: async ({ result }) => {
            queries += 1;
            return result;
          },
        });
        const copies = await readSnapshotSources(counting, ids, 'scenario_template_ids');
        return { queries, copies };
      });
    const { queries: forOne } = await counted(scenarios.slice(0, 1));
    const { queries, copies } = await counted(scenarios);
    assert.ok(forOne > 0);
    assert.equal(queries, forOne);
    assert.equal(
      copies.reduce((sum, copy) => sum + copy.tests.length, 0),
      2000,
    );
  });

  it('never mix two states of a template', async () => {
    const states = ['x', 'y'].map((letter) => ({ name: letter, tags: [letter], description: letter }));
    const test = await newTest(states[0]);
    // A read between every two writes: its later queries would run after the next write.
    const answers = Array.from({ length: 40 }, (_, index) => [
      changeTestTemplate({ db: opened.db, now: Date.now }, ada, test.id, states[index % 2] ?? {}),
      readTestTemplate(opened.db, test.id),
    ]);
    for (const { name, description, tags } of await Promise.all(answers.flat())) {
      assert.deepEqual([description, ...tags], [name, name]);
    }
  });
});
