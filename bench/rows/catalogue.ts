import { type Bench, loadCatalogue, type Plan, type Site } from '../bench.ts';
import { expecting, planRequest } from '../load.ts';
import type { RowResult } from '../measure.ts';
import { against } from './reads.ts';

export function matrixRow(bench: Bench): Promise<RowResult> {
  return against(bench, 'matrix', 'GET the matrix', { least: 2 }, 'small', (site) =>
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

/** GET of data derived from the bundled catalogue, which is loaded first. */
async function planCatalogueRead(site: Site, target: string): Promise<Plan> {
  await loadCatalogue(site);
  const text = await site.send('GET', target);
  return { request: expecting(planRequest('GET', site.url(target), site), text), text };
}
