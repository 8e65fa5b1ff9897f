import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Bench, loadCatalogue, type Site, signedIn } from '../bench.ts';
import { openSite, type Round, watchDuring } from '../bystanders/onlookers.ts';
import {
  fillLibrary,
  joinOrganisation,
  makeHostileWorkbook,
  makeTable,
  storeFiles,
} from '../bystanders/seeds.ts';
import { rowOf, type Thing, watchRounds } from '../bystanders/things.ts';
import type { RowResult } from '../measure.ts';
import { fillRecord } from '../record.ts';
import { bulkPostgresRow, bulkRow } from './bulk.ts';
import { bundle } from './sync.ts';

/** Short operations are repeated for this long each time. */
const shortMilliseconds = 4000;
const rows = 100_000;
const templates = 100_000;
const people = 4;

async function syncRow(bench: Bench): Promise<RowResult> {
  if (!existsSync(bundle))
    throw new Error(`there is no bundle at ${bundle}: name one in DAMSON_BENCH_BUNDLE`);
  const expected_sha256 = createHash('sha256').update(readFileSync(bundle)).digest('hex');
  const web = await bench.baseline('files.js', bundle);
  const site = await openSite(bench, 'long');
  const source = { source: `${web.url}/bundle.json`, expected_sha256 };
  const things = [
    await watchRounds('Sync of 45 MB', site, () => site.admin.send('POST', '/api/v1/catalog/sync', source)),
  ];
  await Promise.all([site.server.stop(), web.stop()]);
  return rowOf('bystanders-sync', things);
}

async function importRow(bench: Bench): Promise<RowResult> {
  const site = await openSite(bench, 'team', (world) => loadCatalogue({ world }));
  const { admin } = site;
  const file = new File([makeTable(rows)], 'tests.csv');
  const read: Round[] = [];
  const applied: Round[] = [];
  const undone: Round[] = [];
  // More rounds would take too long.
  let id = '';
  read.push(
    await watchDuring(site, async () => {
      id = await sendImport(admin, file);
      if ((await settled(admin, id)).status !== 'ready') throw new Error('the table was not read');
    }),
  );
  applied.push(
    await watchDuring(site, async () => {
      await admin.send('POST', `/api/v1/imports/${id}/apply`, { choices: {} });
      const { status, totals } = await settled(admin, id);
      if (status !== 'applied' || totals.new !== rows) throw new Error(`the import is ${status}`);
    }),
  );
  undone.push(
    await watchDuring(site, async () => {
      await admin.send('POST', `/api/v1/imports/${id}/undo`);
      if ((await settled(admin, id)).undone_at === null) throw new Error('the import was not undone');
    }),
  );
  await site.server.stop();
  return rowOf('bystanders-import', [
    { what: 'A table of 100,000 rows read', rounds: read },
    { what: 'The import applied', rounds: applied },
    { what: 'The import undone', rounds: undone },
  ]);
}

async function workbookRow(bench: Bench): Promise<RowResult> {
  const site = await openSite(bench, 'team', (world) => loadCatalogue({ world }));
  const file = new File([makeHostileWorkbook()], 'tests.xlsx');
  const thing = await watchRounds(
    'A hostile workbook',
    site,
    async () => settled(site.admin, await sendImport(site.admin, file)),
    { times: 1 },
  );
  await site.server.stop();
  return rowOf('bystanders-workbook', [thing]);
}

async function exportRow(bench: Bench): Promise<RowResult> {
  const site = await openSite(bench, 'team', async (world) => {
    await loadCatalogue({ world });
    await fillLibrary(world, templates);
  });
  const exporters = [site.admin];
  for (let person = 1; person < people; person += 1) {
    const email = `exporter-${person}@damson.test`;
    const password = 'a long walk in the rain';
    await site.admin.send('POST', '/api/v1/users', { email, display_name: email, role: 'redteam', password });
    exporters.push(await signedIn(site.server, site.world, { id: '', email }, password));
  }
  const things: Thing[] = [];
  for (const format of ['damson', 'atomic']) {
    const target = `/api/v1/test-templates/export?format=${format}`;
    const take = (who: Site) => download(who, target);
    things.push(
      await watchRounds(`Export of 100,000 templates as ${format}`, site, () => take(site.admin)),
      await watchRounds(`Four of them at once as ${format}`, site, () => Promise.all(exporters.map(take)), {
        times: 1,
      }),
    );
  }
  await site.server.stop();
  return rowOf('bystanders-export', things);
}

/** A mission of 2,000 tests in every export format. */
async function missionExportRow(bench: Bench): Promise<RowResult> {
  const site = await openSite(bench, 'long', async (world) => {
    await loadCatalogue({ world });
    await fillRecord({ world }, world.visible, 500);
  });
  const { id } = site.world.visible[0]!;
  const things: Thing[] = [];
  for (const format of ['damson', 'purpleops', 'navigator', 'vectr', 'attire', 'ghostwriter', 'csv']) {
    const target = `/api/v1/missions/${id}/export?format=${format}`;
    things.push(
      await watchRounds(`Export of a mission of 2,000 tests as ${format}`, site, () =>
        download(site.admin, target),
      ),
    );
  }
  await site.server.stop();
  return rowOf('bystanders-mission-export', things);
}

async function reportRow(bench: Bench): Promise<RowResult> {
  const site = await openSite(bench, 'long', async (world) => {
    await loadCatalogue({ world });
    await fillRecord({ world }, world.visible, 500);
  });
  const reports = `/api/v1/missions/${site.world.visible[0]!.id}/reports`;
  const draft = { kind: 'technical', title: 'Purple exercise', options: { evidence: 'pictures' } };
  const things: Thing[] = [];
  for (const format of ['json', 'html', 'docx', 'xlsx', 'csv', 'pdf']) {
    const make = async () => {
      const { id } = JSON.parse(await site.admin.send('POST', reports, draft)) as { id: string };
      await render(site.admin, `${reports}/${id}/renderings`, format);
    };
    things.push(
      await watchRounds(`A report of 2,000 tests and 500 pictures as ${format}`, site, make, { times: 1 }),
    );
  }
  await site.server.stop();
  return rowOf('bystanders-report', things);
}

async function backupRow(bench: Bench): Promise<RowResult> {
  const site = await openSite(bench, 'team', (world) => storeFiles(world, 40));
  const { admin } = site;
  const make = await watchRounds(
    'A backup of 1 GB',
    site,
    async () => {
      await admin.send('POST', '/api/v1/backups', {});
      await ended(admin, '/api/v1/backups/job', 'job');
    },
    { times: 1 },
  );
  const verify = await watchRounds(
    'A verification of 1 GB',
    site,
    async () => {
      await admin.send('POST', '/api/v1/verification', {});
      await ended(admin, '/api/v1/verification', 'verification');
    },
    { times: 1 },
  );
  await site.server.stop();
  return rowOf('bystanders-backup', [make, verify]);
}

async function figuresRow(bench: Bench): Promise<RowResult> {
  let organisation = '';
  const site = await openSite(bench, 'small', async (world) => {
    await loadCatalogue({ world });
    await fillRecord({ world }, world.visible);
    const missions = world.visible.map(({ id }) => id);
    organisation = await joinOrganisation(world, missions);
  });
  const thing = await watchRounds(
    'Figures of 50 missions',
    site,
    () => site.admin.send('GET', `/api/v1/organisations/${organisation}/figures`),
    { leastMilliseconds: shortMilliseconds },
  );
  const gaps = await watchRounds(
    'Gaps of 50 missions',
    site,
    () => site.admin.send('GET', `/api/v1/organisations/${organisation}/gaps?techniques=T1059,T1003,T1566`),
    { leastMilliseconds: shortMilliseconds },
  );
  await site.server.stop();
  return rowOf('bystanders-figures', [thing, gaps]);
}

/** Operations on one mission of 2,000 tests, all executed and with facts. */
async function missionRow(bench: Bench): Promise<RowResult> {
  const site = await openSite(bench, 'long', async (world) => {
    await loadCatalogue({ world });
    await fillRecord({ world }, world.visible);
  });
  const mission = `/api/v1/missions/${site.world.visible[0]!.id}`;
  const things: Thing[] = [];
  for (const [what, target] of [
    ['A mission of 2,000 tests', mission],
    ['Its figures', `${mission}/figures`],
    ['Its timeline', `${mission}/timeline`],
    ['Its whole activity', `${mission}/activity`],
    ['Its runs', `${mission}/runs`],
    ['Its history', `${mission}/history`],
  ] as const) {
    const read = () => site.admin.send('GET', target);
    things.push(await watchRounds(what, site, read, { leastMilliseconds: shortMilliseconds }));
  }
  await site.server.stop();
  return rowOf('bystanders-mission', things);
}

/** Operations on 10,000 missions of 50 tests. */
async function searchRow(bench: Bench): Promise<RowResult> {
  const site = await openSite(bench, 'large');
  const { admin } = site;
  const things: Thing[] = [];
  const first = await watchRounds(
    'A first search over 10,000 missions',
    site,
    () => admin.send('GET', '/api/v1/tests?q=encoded'),
    { times: 1 },
  );
  things.push(first);
  for (const [what, target] of [
    ['A search over 10,000 missions', '/api/v1/tests?q=encoded'],
    ['A search by tag', '/api/v1/tests?tag=baseline'],
    ['Their coverage', '/api/v1/coverage'],
    ['What waits in them', '/api/v1/overview'],
    ['Waiting on the first page', '/api/v1/home/waiting'],
    ['Missions by name', '/api/v1/missions?q=exercise&sort=name'],
  ] as const) {
    const read = () => admin.send('GET', target);
    things.push(await watchRounds(what, site, read, { leastMilliseconds: shortMilliseconds, times: 1 }));
  }
  await site.server.stop();
  return rowOf('bystanders-search', things);
}

export const bystanderRows = {
  'bystanders-sync': syncRow,
  'bystanders-import': importRow,
  'bystanders-workbook': workbookRow,
  'bystanders-export': exportRow,
  'bystanders-mission-export': missionExportRow,
  'bystanders-report': reportRow,
  'bystanders-backup': backupRow,
  'bystanders-figures': figuresRow,
  'bystanders-mission': missionRow,
  'bystanders-bulk': bulkRow,
  'bystanders-bulk-postgres': bulkPostgresRow,
  'bystanders-search': searchRow,
};

async function sendImport(site: Site, file: File): Promise<string> {
  const body = new FormData();
  body.append('file', file);
  return (JSON.parse(await site.send('POST', '/api/v1/imports', body)) as { id: string }).id;
}

type Settled = { status: string; totals: { new: number }; undone_at: string | null };

/** Waits until an import has finished. */
async function settled(site: Site, id: string): Promise<Settled> {
  for (;;) {
    const found = JSON.parse(await site.send('GET', `/api/v1/imports/${id}`)) as Settled;
    if (!['reading', 'applying', 'undoing'].includes(found.status)) return found;
    await pause(100);
  }
}

/** Downloads a file and discards it. */
async function download(site: Site, target: string): Promise<void> {
  const response = await fetch(site.url(target), { headers: { authorization: `Bearer ${site.token}` } });
  if (response.status !== 200 || response.body === null) {
    throw new Error(`${target} was answered ${response.status}`);
  }
  for await (const _ of response.body);
}

async function render(site: Site, target: string, format: string): Promise<void> {
  await site.send('POST', target, { format });
  for (;;) {
    const response = await fetch(site.url(`${target}/${format}`), {
      headers: { authorization: `Bearer ${site.token}` },
    });
    const isDone = response.status === 200;
    if (!isDone && response.status !== 202) throw new Error(`${format} was answered ${response.status}`);
    for await (const _ of response.body!);
    if (isDone) return;
    await pause(100);
  }
}

async function ended(site: Site, target: string, name: string): Promise<void> {
  for (;;) {
    const { state } = JSON.parse(await site.send('GET', target))[name] as { state: string };
    if (state === 'done') return;
    if (state === 'failed') throw new Error(`${target} failed`);
    await pause(100);
  }
}
