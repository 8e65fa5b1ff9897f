import { startTestServer } from '../../support/servers/server.ts';
import { standing } from '../looks/standing.ts';
import { secret } from '../pages/form.ts';
import { pages } from '../pages/registry.ts';
import { expect, testOn } from '../support.ts';
import { endSessions, sendAfterTheEnd, signInAgain, stored } from './ended-session.ts';

/** Connections to frameworks need a key. */
const test = testOn(() =>
  startTestServer({ env: { SVC_ENCRYPTION_KEY: Buffer.alloc(32, 'damson').toString('base64') } }),
);
// One worker: each further one would start a server and a browser of its own.
test.describe.configure({ mode: 'default' });

/**
 * Forms keep typed text by themselves, see kept-forms.spec.ts of the components. These tests check that only its owner gets it
 * back after a session.
 */
const shown = ['a C2 connection', 'the members of a mission'];
const forms = pages.flatMap(([, page]) => page.forms ?? []).filter(({ name }) => shown.includes(name));

for (const { name, role, make } of forms) {
  test(`${name}: typed before the session ended, there again after it`, async ({ open, server }) => {
    // Nothing is connected at first (404), and an unreachable framework is tested as soon as it is connected.
    open.expectError(/401|404|502|503/);
    const me = await server.newPerson(role);
    const scene = await make(server, me);
    const before = await scene.written();
    const page = await open.as(me, scene.path);
    const form = await scene.open(page);
    const blank = await standing(form);
    for (const text of scene.typed) expect(blank).not.toContain(text);
    await scene.write(form, page);
    const address = page.url();
    await endSessions(server, me);
    await sendAfterTheEnd(form.getByRole('button', { name: scene.save, exact: true }));
    await expect(page.getByText('Unsaved work is kept here')).toBeVisible();
    expect(await stored(page)).toBe('{}');

    await signInAgain(page, me);
    await expect(page).toHaveURL(address);
    for (const text of scene.typed) await expect.poll(() => standing(form)).toContain(text);
    expect(await scene.written()).toEqual(before);
    if (scene.secret) {
      await expect(form.getByRole('status').filter({ hasText: scene.secret.says })).toBeVisible();
      for (const label of scene.secret.labels) {
        const field = form.getByRole('textbox', { name: label, exact: true });
        await expect(field).toHaveValue('');
        await field.fill(secret);
      }
      await expect(form.getByText(scene.secret.says)).toHaveCount(0);
    }
    await form.getByRole('button', { name: scene.save, exact: true }).click();
    await expect.poll(() => scene.written()).not.toEqual(before);
    await page.goto(scene.path);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test(`${name}: hidden from others, and gone when given up`, async ({ open, server }) => {
    open.expectError(/401|404/);
    const me = await server.newPerson(role);
    const scene = await make(server, me);
    const page = await open.as(me, scene.path);
    const form = await scene.open(page);
    await scene.write(form, page);
    // Unsaved text is only in the page's memory.
    for (const text of scene.typed)
      expect(await stored(page)).not.toContain(JSON.stringify(text).slice(1, -1));
    const cancel = form.getByRole('button', { name: 'Cancel', exact: true });
    if ((await cancel.count()) > 0) {
      await cancel.click();
      await expect(form).toHaveCount(0);
      await expect(page).toHaveURL(({ searchParams: at }) => !at.has('dialog'));
      await scene.open(page);
      const again = await standing(form);
      for (const text of scene.typed) expect(again).not.toContain(text);
      await scene.write(form, page);
    }
    const address = page.url();
    await endSessions(server, me);
    await sendAfterTheEnd(form.getByRole('button', { name: scene.save, exact: true }));
    await signInAgain(page, server.admin);
    await expect(page).toHaveURL(`${server.url}/`);
    await expect(page.getByRole('button', { name: 'Ada Admin' })).toBeVisible();
    expect(await stored(page)).not.toContain(me.id);
    // Navigates within the page, because a load would clear its memory.
    await page.evaluate(
      `history.pushState({}, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate', { state: {} }));`,
    );
    await expect(form).toBeVisible();
    const held = await standing(form);
    for (const text of scene.typed) expect(held).not.toContain(text);
  });
}
