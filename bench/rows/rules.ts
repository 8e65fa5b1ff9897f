import { randomUUID } from 'node:crypto';
import { openDatabase } from '../../server/database/database.ts';
import { newId } from '../../server/ids.ts';
import type { Bench, Site } from '../bench.ts';
import { fillRules } from '../bystanders/rules.ts';
import { joinOrganisation } from '../bystanders/seeds.ts';
import { figureOf, type RowResult } from '../measure.ts';

/** In milliseconds, used in place of baselines. */
const limits = { anew: 100, again: 60 };
const rounds = 5;
const rules = 3000;

/** The rules of a library of 3,000 in 200 missions of 20 tests, each test of them a series over all missions. */
export async function rulesRow(bench: Bench): Promise<RowResult> {
  const site = await bench.newSite('rules', {}, 'admin');
  const { world } = site;
  await joinOrganisation(
    world,
    world.visible.map(({ id }) => id),
  );
  await fillRules(site, rules);
  await nameRules(site);
  const template = JSON.parse(
    await site.send('POST', '/api/v1/test-templates', { name: 'Look around', command: 'whoami' }),
  ) as { id: string };
  const paths = [
    ['The first page of rules', '/api/v1/rules?limit=50'],
    ['A rule', await findRule(site)],
    ['The queue', '/api/v1/rules/queue?limit=50'],
    ['The rules of a test template', `/api/v1/test-templates/${template.id}/rules`],
  ] as const;
  const figures = [];
  for (const [what, path] of paths) {
    const anew: { ours: number; baseline: number }[] = [];
    const again: { ours: number; baseline: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await touch(site);
      anew.push({ ours: await timeOf(site, path), baseline: limits.anew });
      again.push({ ours: await timeOf(site, path), baseline: limits.again });
    }
    figures.push(
      figureOf(`${what}, after a write`, 'ms', anew, { most: 1 }),
      figureOf(`${what}, again`, 'ms', again, { most: 1 }),
    );
  }
  await site.server.stop();
  return {
    row: 'rules',
    baseline: `limits: ${limits.anew} ms after a write, ${limits.again} ms again`,
    figures,
    notes: [`${rules} rules; 200 missions of 20 executed tests, each with an alert that names a rule`],
  };
}

async function findRule(site: Site): Promise<string> {
  const { items } = JSON.parse(
    await site.send('GET', '/api/v1/rules?limit=1&sort=last_seen_at&order=desc'),
  ) as {
    items: { id: string }[];
  };
  return `/api/v1/rules/${items[0]?.id}`;
}

async function timeOf(site: Site, path: string): Promise<number> {
  const began = performance.now();
  await site.send('GET', path);
  return performance.now() - began;
}

/** A write after which rules may have another history. */
async function touch(site: Site): Promise<void> {
  const mission = site.world.visible[0]!.id;
  await site.send('POST', `/api/v1/missions/${mission}/remediations`, {
    title: `Watch it ${randomUUID()}`,
    priority: 'high',
  });
}

/** Executes every test, and names a rule in an alert of each. */
async function nameRules({ world }: Site): Promise<void> {
  const { sqlite, close } = openDatabase(world.database);
  const ids = sqlite.prepare('select rule_id from detection_rules order by id').pluck().all() as string[];
  const start = Date.parse('2026-01-05T09:00:00.000Z');
  const execute = sqlite.prepare(
    "update mission_tests set status = 'executed', executed_at = ? where id = ?",
  );
  const add = sqlite.prepare(
    `insert into facts (id, test_id, kind, result, at, modifiers_json, rule_id, created_at, updated_at)
       values (@id, @test, 'alerted', 'yes', @at, '[]', @rule, @at, @at)`,
  );
  sqlite.transaction(() => {
    for (const [number, { testIds }] of world.visible.entries()) {
      const at = new Date(start + number * 86_400_000).toISOString();
      for (const [index, test] of testIds.entries()) {
        execute.run(at, test);
        // The first fifty tests of each position fire the same rule, so that series are long.
        const rule = ids[(index * 151 + (number < 50 ? 0 : number)) % ids.length];
        add.run({ id: newId(), test, at, rule });
      }
    }
  })();
  await close();
}
