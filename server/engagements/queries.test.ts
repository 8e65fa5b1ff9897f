import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { SimulationStatus } from '../../domain/simulations.ts';
import { type Db, inTransaction, openDatabase } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { DomainError } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Principal } from '../permissions.ts';
import type { SimulationFilter } from '../simulations/contract.ts';
import { appendOutput, listSimulations, readSimulation } from '../simulations/service.ts';
import { listTemplates } from '../simulations/templates/service.ts';
import type { EngagementListQuery } from './contract.ts';
import { listEngagements } from './service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'damson-engagements-'));
const file = path.join(folder, 'damson.db');
const time = '2026-01-02T03:04:05.006Z';
const user = { id: newId(), role: 'soc' } as Principal;
const page = { limit: 200, offset: 0 };

async function insertEngagement(db: Db): Promise<string> {
  const id = newId();
  const fields = { client: null, description: null, start_date: null, end_date: null, created_by: null };
  await db
    .insertInto('engagements')
    .values({ id, name: 'E', status: 'planned', ...fields, created_at: time, updated_at: time })
    .execute();
  return id;
}

async function insertSimulation(
  db: Db,
  engagement_id: string,
  fields: { status?: SimulationStatus; command?: string; output?: string; executed_at?: string } = {},
): Promise<string> {
  const id = newId();
  await db
    .insertInto('simulations')
    .values({
      id,
      engagement_id,
      name: 'S',
      status: 'pending',
      created_at: time,
      updated_at: time,
      ...fields,
    })
    .execute();
  return id;
}

/** Another engagement, a tagged simulation of this one, and a template. */
async function insertOfEach(db: Db, engagement: string): Promise<void> {
  await insertEngagement(db);
  const simulation_id = await insertSimulation(db, engagement);
  const technique = { external_id: 'T1059', name: 'x', position: 0 };
  await db
    .insertInto('simulation_techniques')
    .values({ simulation_id, ...technique })
    .execute();
  const id = newId();
  await db
    .insertInto('simulation_templates')
    .values({ id, name: id, name_key: id, created_at: time, updated_at: time })
    .execute();
}

describe('lists of engagements, simulations and their templates', () => {
  let engagement: string;
  before(async () => {
    const { db, sqlite, close } = openDatabase(file);
    await migrate(sqlite, file);
    engagement = await insertEngagement(db);
    await insertOfEach(db, engagement);
    await close();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Every statement of a call, on a fresh connection without prepared statements. */
  async function asking(
    ask: (db: Db) => Promise<unknown>,
  ): Promise<{ statements: string[]; plans: string[] }> {
    const { db, sqlite, close } = openDatabase(file);
    const prepare = sqlite.prepare.bind(sqlite);
    const statements: string[] = [];
    sqlite.prepare = ((text: string) => {
      const statement = prepare(text);
      const all = statement.all.bind(statement);
      statement.all = (...parameters) => {
        statements.push(text);
        return all(...parameters);
      };
      return statement;
    }) as typeof sqlite.prepare;
    await ask(db);
    // Sorting the few tags of a page does not grow.
    const lists = statements.filter(
      (text) => !/^select .* from "simulation_(techniques|tactics)"/.test(text),
    );
    const plans = lists.flatMap((text) => {
      const parameters = Array.from(text.match(/\?/g) ?? [], () => null);
      return (prepare(`explain query plan ${text}`).all(parameters) as { detail: string }[]).map(
        ({ detail }) => detail,
      );
    });
    await close();
    return { statements, plans };
  }

  const simulations = (filter: SimulationFilter) => (db: Db) =>
    listSimulations(db, user, { ...page, ...filter });
  const engagements = (filter: Partial<EngagementListQuery>) => (db: Db) =>
    listEngagements(db, user, { ...page, ...filter });

  it('take as many queries for many as for one', async () => {
    const lists = [
      (db: Db) => listEngagements(db, user, page),
      (db: Db) => listSimulations(db, user, page),
      (db: Db) => listSimulations(db, user, { ...page, engagement }),
      (db: Db) => listTemplates(db, page),
    ];
    const counts = async (): Promise<number[]> => {
      const each: number[] = [];
      for (const list of lists) each.push((await asking(list)).statements.length);
      return each;
    };
    const forOne = await counts();
    const { db, close } = openDatabase(file);
    for (let count = 0; count < 20; count += 1) await insertOfEach(db, engagement);
    await close();
    assert.deepEqual(await counts(), forOne);
  });

  const questions: [what: string, ask: (db: Db) => Promise<unknown>, narrow: boolean][] = [
    ['engagements', engagements({}), false],
    ['engagements of a status', engagements({ status: 'active' }), true],
    ['engagements of a client', engagements({ client: 'Acme' }), true],
    ['engagements of both', engagements({ client: 'Acme', status: 'active' }), true],
    ['simulations', simulations({}), false],
    ['simulations of an engagement', (db) => simulations({ engagement })(db), true],
    [
      'simulations of an engagement and a status',
      (db) => simulations({ engagement, status: 'done' })(db),
      true,
    ],
    ['simulations of a status', simulations({ status: 'done' }), true],
    ['simulations of a technique', simulations({ technique: 'T1059' }), true],
  ];
  for (const [what, ask, narrow] of questions) {
    it(`finds ${what} by an index, in the order they are shown`, async () => {
      for (const detail of (await asking(ask)).plans) {
        assert.doesNotMatch(detail, /AUTOMATIC|TEMP B-TREE FOR ORDER/);
        if (narrow) assert.doesNotMatch(detail, /^SCAN (engagements|simulation\w*)/);
      }
    });
  }
});

describe('output that a task brings to a simulation', () => {
  const own = mkdtempSync(path.join(tmpdir(), 'damson-append-'));
  let opened: ReturnType<typeof openDatabase>;
  let engagement: string;
  before(async () => {
    opened = openDatabase(path.join(own, 'damson.db'));
    await migrate(opened.sqlite, path.join(own, 'damson.db'));
    engagement = await insertEngagement(opened.db);
  });
  after(async () => {
    await opened.close();
    rmSync(own, { recursive: true, force: true });
  });
  const now = () => Date.parse(time) - 1000;
  const task = { external_id: '1', callback: null, completed_at: null };
  const brought = { text: 'two', command: 'id', executed_at: '2026-05-05T05:05:05.005Z', task };
  const append = (id: string, more: object = {}): Promise<void> =>
    inTransaction(opened.db, (trx) => appendOutput(trx, now, id, { ...brought, ...more }));

  it('is appended, and fills command and time where they are empty', async () => {
    const id = await insertSimulation(opened.db, engagement, { command: '' });
    await append(id, { text: 'one' });
    await append(id, { command: 'later', executed_at: '2026-06-06T06:06:06.006Z' });
    const { output, command, executed_at, updated_at, status } = await readSimulation(opened.db, user, id);
    assert.deepEqual(
      { output, command, executed_at, status },
      { output: 'one\ntwo', command: 'id', executed_at: brought.executed_at, status: 'pending' },
    );
    // Twice one millisecond later, because the clock is behind the last write.
    assert.equal(updated_at, '2026-01-02T03:04:05.008Z');
  });

  it('leaves text that a person wrote', async () => {
    const fields = { command: 'mine', executed_at: time, output: 'one\n' };
    const id = await insertSimulation(opened.db, engagement, { ...fields, status: 'review_required' });
    await append(id);
    const { output, command, executed_at } = await readSimulation(opened.db, user, id);
    assert.deepEqual({ output, command, executed_at }, { ...fields, output: 'one\ntwo' });
  });

  it('is refused by a simulation that is done, and by none at all', async () => {
    const id = await insertSimulation(opened.db, engagement, { status: 'done' });
    const refusedAs = (code: string) => (error: unknown) =>
      error instanceof DomainError && error.code === code;
    await assert.rejects(append(id), refusedAs('done'));
    await assert.rejects(append(newId()), refusedAs('not_found'));
    assert.equal((await readSimulation(opened.db, user, id)).output, null);
  });
});
