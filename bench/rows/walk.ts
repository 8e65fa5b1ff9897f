import { hashPassword } from '../../server/accounts/passwords.ts';
import { openDatabase } from '../../server/database/database.ts';
import { newId } from '../../server/ids.ts';
import { type Bench, loadCatalogue, type Site } from '../bench.ts';
import { openSite, type WatchedSite } from '../bystanders/onlookers.ts';
import { fillRules } from '../bystanders/rules.ts';
import { fillLibrary, joinOrganisation } from '../bystanders/seeds.ts';
import { figureOf, type RowResult } from '../measure.ts';
import { fillRecord } from '../record.ts';

const at = '2026-01-05T08:00:00.000Z';
const sizes = { people: 2000, templates: 20_000, simulations: 500, remediations: 1000, rules: 3000 };
const rounds = 3;
/** Milliseconds; performance.md. */
const longestBlock = 50;

/** Skips endless streams and missing files. */
const isLeftOut = (target: string): boolean => /\/(?:events|stream|file|evidence\/[^/]+|brand)$/.test(target);

/** Query strings for operations that need one. */
const queries: Record<string, (ids: Record<string, string>) => string> = {
  '/api/v1/tests': () => '?q=encoded',
  '/api/v1/hosts': () => '?q=srv',
  '/api/v1/outcomes': ({ mission_id }) => `?missions=${mission_id}`,
  '/api/v1/organisations/{organisation_id}/gaps': () => '?techniques=T1059,T1003,T1566',
  '/api/catalog/techniques/search': () => '?q=command',
  '/api/v1/missions/{mission_id}/export': () => '?format=csv',
  '/api/v1/rules/cover': ({ rule_id }) => `?rules=${rule_id}`,
  '/api/v1/test-templates/export': () => '?format=damson',
};

type Operation = { responses?: unknown };
type Document = { paths: Record<string, Record<string, Operation>> };

/** The longest event-loop block of every GET of the API, over a realistically sized record. */
export async function walkRow(bench: Bench): Promise<RowResult> {
  let organisation = '';
  const site = await openSite(bench, 'long', async (world) => {
    await loadCatalogue({ world });
    await fillRecord({ world }, world.visible, 500);
    await fillLibrary(world, sizes.templates);
    await fillPeople(world.database);
    const missions = world.visible.map(({ id }) => id);
    organisation = await joinOrganisation(world, missions);
  });
  const ids = { ...(await fillByApi(site)), organisation_id: organisation };
  const { paths } = JSON.parse(await site.admin.send('GET', '/api/openapi.json')) as Document;
  const walked: { path: string; block: number }[] = [];
  const refused: string[] = [];
  for (const [path, operations] of Object.entries(paths)) {
    if (operations.get === undefined || isLeftOut(path)) continue;
    const target = path.replaceAll(
      /\{(\w+)\}/g,
      (all, name: string) => (ids as Record<string, string>)[name] ?? all,
    );
    if (target.includes('{')) refused.push(path);
    else {
      const block = await blockOf(site, target + (queries[path]?.(ids) ?? '')).catch((error: Error) => error);
      if (block instanceof Error) refused.push(`${path}: ${block.message.slice(0, 120)}`);
      else walked.push({ path, block });
    }
  }
  await site.server.stop();
  walked.sort((a, b) => b.block - a.block);
  return {
    row: 'bystanders-walk',
    baseline: `the limit of ${longestBlock} ms for the event loop`,
    figures: walked
      .slice(0, 12)
      .map(({ path, block }) => figureOf(path, 'ms', [{ ours: block, baseline: longestBlock }], { most: 1 })),
    notes: [
      `${walked.length} operations; ${walked.filter(({ block }) => block > longestBlock).length} over ${longestBlock} ms`,
      ...refused.map((path) => `not walked: ${path}`),
    ],
  };
}

/** The median block of the event loop, in CPU time. */
async function blockOf({ admin, server }: WatchedSite, target: string): Promise<number> {
  const seen: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await server.longestBlock();
    await read(admin, target);
    seen.push((await server.longestBlock()).busiest);
  }
  return seen.toSorted((a, b) => a - b)[rounds >> 1] as number;
}

async function read(site: Site, target: string): Promise<void> {
  const response = await fetch(site.url(target), { headers: { authorization: `Bearer ${site.token}` } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`answered ${response.status}`);
}

async function fillPeople(database: string): Promise<void> {
  const { sqlite, close } = openDatabase(database);
  const hash = await hashPassword('correct horse battery');
  const add = sqlite.prepare(
    `insert into users (id, email, email_key, display_name, role, password_hash, is_active, created_at, updated_at, credentials_set_by_other)
       values (?, ?, ?, ?, 'soc', ?, 1, '${at}', '${at}', 0)`,
  );
  sqlite.transaction(() => {
    for (let number = 0; number < sizes.people; number += 1) {
      const email = `person-${number}@damson.test`;
      add.run(newId(), email, email, `Person ${number}`, hash);
    }
  })();
  await close();
}

/** Adds data missing from the tables, and returns an id of each kind. */
async function fillByApi({ admin, world }: WatchedSite): Promise<Record<string, string>> {
  const made = async (target: string, body: unknown): Promise<string> =>
    (JSON.parse(await admin.send('POST', target, body)) as { id: string }).id;
  const first = async (target: string): Promise<string> =>
    (JSON.parse(await admin.send('GET', target)) as { items: { id: string }[] }).items[0]?.id ?? '';
  const { id: mission_id, testIds } = world.visible[0]!;
  const engagement_id = await made('/api/engagements', { name: 'Winter' });
  let simulation_id = '';
  for (let number = 0; number < sizes.simulations; number += 1) {
    simulation_id = await made(`/api/engagements/${engagement_id}/simulations`, {
      name: `Simulation ${number}`,
    });
  }
  let remediation_id = '';
  for (let number = 0; number < sizes.remediations; number += 1) {
    const body = { title: `Collect process creation (${number})`, priority: 'high' };
    remediation_id = await made(`/api/v1/missions/${mission_id}/remediations`, body);
  }
  await fillRules(admin, sizes.rules);
  const report_id = await made(`/api/v1/missions/${mission_id}/reports`, {
    kind: 'technical',
    title: 'Exercise',
  });
  const sighting_id = await made(`/api/v1/missions/${mission_id}/sightings`, { title: 'Odd traffic' });
  return {
    mission_id,
    sighting_id,
    test_id: testIds[0] as string,
    engagement_id,
    simulation_id,
    remediation_id,
    report_id,
    template_id: await first('/api/v1/test-templates'),
    rule_id: await first('/api/v1/rules'),
    user_id: world.admin.id,
    seq: '2',
    external_id: 'T1059',
  };
}
