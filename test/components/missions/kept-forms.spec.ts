import { sample } from '../../support/sample.ts';
import { standing } from '../../ui/looks/standing.ts';
import { secret } from '../../ui/pages/form.ts';
import { pages } from '../../ui/pages/registry.ts';
import { expect, test } from '../support.ts';

const forms = pages.flatMap(([, page]) => page.forms ?? []);
for (const { name, role, make } of sample(forms, 3)) {
  test(`${name}: typed before the session ended, there again after it, and saved`, async ({
    stage,
    server,
  }) => {
    // Nothing is connected at first (404), and an unreachable framework is tested as soon as it is configured.
    stage.expectError(/40[34]|502|503/);
    const me = await server.newPerson(role);
    const scene = await make(server, me);
    const before = await scene.written();
    const page = await stage.open(me, scene.path);
    const form = await scene.open(page);
    const blank = await standing(form);
    for (const text of scene.typed) expect(blank).not.toContain(text);
    await scene.write(form, page);
    const address = page.url().slice(server.url.length);
    await stage.endSession();
    await stage.comeBack(me, address);
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
  });
}
