import { sample } from '../../support/sample.ts';
import { expect, test } from '../support.ts';

/** Objects created in a form that leads to their page: the form, and the list. */
const makings = {
  mission: ['/missions?dialog=create', '/api/v1/missions'],
  engagement: ['/engagements?dialog=create', '/api/engagements'],
  'test template': ['/templates/new', '/api/v1/test-templates'],
  'scenario template': ['/templates/scenarios/new', '/api/v1/scenario-templates'],
} as const;

for (const [what, [path, list]] of sample(Object.entries(makings), 4)) {
  test(`${what}: created once, however often Enter is pressed while its page is loading`, async ({
    open,
    server,
  }) => {
    const page = await open.as(server.admin, path);
    const text = `Pressed twice: ${what}`;
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill(text);
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/**', async (route) => {
      await held.promise;
      await route.continue();
    });
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === list) sent += 1;
    });
    const itsPage = page.waitForRequest('**/assets/**');
    await name.press('Enter');
    await itsPage;
    await name.press('Enter');
    // The second Enter's request would have been sent before this one.
    await page.evaluate('fetch("/api/health")');
    expect(sent).toBe(1);
    held.resolve();
    await expect(page.getByRole('heading', { level: 1, name: text })).toBeVisible();
    if (path.includes('dialog')) {
      // Back leads to the list, not into the dialog.
      await page.goBack();
      await expect(page.getByRole('link', { name: text })).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(new URL(page.url()).search).toBe('');
    }
    const { body } = await server.admin.client.get(`${list}?q=${encodeURIComponent(text)}`);
    expect(body.items).toHaveLength(1);
  });
}
