import { startTestServer } from '../support/servers/server.ts';
import { fill, startServerOfAllPages, type World } from './pages/world.ts';
import { testOn } from './support.ts';

// Specs that use the same `test` share its server; each further one costs a process, a browser and a setup.

/** A server with the catalogue, a key and the in-memory C2 framework. */
export const testOfAllPages = testOn(startServerOfAllPages);

/** The same, with one of every object. */
export const testInWorld = testOfAllPages.extend<object, { world: World }>({
  world: [async ({ server }, use) => use(await fill(server)), { scope: 'worker' }],
});

export const testWithCatalogue = testOn(() => startTestServer({ loadCatalog: true }));
