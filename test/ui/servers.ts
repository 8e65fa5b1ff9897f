import { startTestServer } from '../support/servers/server.ts';
import { fill, startServerOfAllPages, type World } from './pages/world.ts';
import { testOn } from './support.ts';

// Specs that share one of these share its server too: another one is another process, another browser and another set-up.

/** With the catalogue, a key and the in-memory C2 framework. */
export const testOfAllPages = testOn(startServerOfAllPages);

/** The same, filled with something of everything. */
export const testInWorld = testOfAllPages.extend<object, { world: World }>({
  world: [async ({ server }, use) => use(await fill(server)), { scope: 'worker' }],
});

export const testWithCatalogue = testOn(() => startTestServer({ loadCatalog: true }));
