import { openCatalogue, synchroniseFromBundled } from '../../../server/catalogue/service.ts';
import { openDatabase } from '../../../server/database/database.ts';
import type { Bench, Plan, Site } from '../bench.ts';
import { expecting, planRequest } from '../load.ts';
import type { RowResult } from '../measure.ts';
import { against } from './reads.ts';

export function matrixRow(bench: Bench): Promise<RowResult> {
  return against(bench, 'matrix', 'GET the matrix', { least: 0.8 }, 'small', (site) =>
    planCatalogueRead(site, '/api/catalog/matrix'),
  );
}

export function searchRow(bench: Bench): Promise<RowResult> {
  return against(
    bench,
    'search',
    'GET a ranked search that was made before',
    { least: 0.5 },
    'small',
    (site) => planCatalogueRead(site, '/api/catalog/techniques/search?q=se'),
  );
}

/** GET of what is made of the bundled catalogue, which is put into the site's database first. */
async function planCatalogueRead(site: Site, target: string): Promise<Plan> {
  const { db, close } = openDatabase(site.world.database);
  await synchroniseFromBundled(openCatalogue({ db, now: Date.now, dataDir: site.world.dataDir }));
  await close();
  const text = await site.send('GET', target);
  return { request: expecting(planRequest('GET', site.url(target), site), text), text };
}
