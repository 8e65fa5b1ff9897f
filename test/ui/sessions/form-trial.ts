import { expect, type Locator, type Page } from '@playwright/test';

export type Attempt = {
  /** Content of each field when the form is sent. */
  type?: Record<string, string>;
  /** Other steps before, on the page or by others. */
  first?: () => Promise<unknown>;
  /** The invalid field, or null for the message next to the buttons. */
  at: string | null;
  says: string | RegExp;
};

export type Trial = {
  /** Container of the fields, the button and the messages. */
  scope: Locator;
  submit: string;
  /** Attempts in the same form, one after the other. */
  attempts: readonly Attempt[];
  /** Fields that make the form valid again after the last attempt. */
  right?: Record<string, string>;
  mend?: () => Promise<unknown>;
  /** State on the server. */
  written: () => Promise<unknown>;
};

/** A field by its label or its name for assistive technology. */
export function fieldOf(scope: Locator, label: string): Locator {
  const quoted = label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return scope.getByLabel(new RegExp(`^${quoted}( \\*)?$`)).and(scope.locator('input, textarea, button'));
}

async function type(scope: Locator, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await fieldOf(scope, label).fill(text);
}

async function standing(scope: Locator, labels: ReadonlySet<string>): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const label of labels) texts[label] = await fieldOf(scope, label).inputValue();
  return texts;
}

function asPattern(says: string | RegExp): RegExp {
  return typeof says === 'string' ? new RegExp(says.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')) : says;
}

/**
 * Sends a form with each of these mistakes, then with the server unreachable, then correctly. Each time the message is at the
 * invalid field, which has the focus, nothing is written, and typed text stays.
 */
export async function tryForm(page: Page, { scope, submit, attempts, right = {}, mend, written }: Trial) {
  const before = await written();
  const send = () => scope.getByRole('button', { name: submit, exact: true }).click();
  const typed = new Set<string>();
  for (const { type: fields = {}, first, at, says } of attempts) {
    await type(scope, fields);
    await first?.();
    for (const label of Object.keys(fields)) typed.add(label);
    const texts = await standing(scope, typed);
    await send();
    if (at === null) {
      const note = scope.getByRole('alert').filter({ hasText: asPattern(says) });
      await expect(note).toBeFocused();
    } else {
      const field = fieldOf(scope, at);
      await expect(field, `${at}: ${says}`).toHaveAccessibleDescription(asPattern(says));
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toBeFocused();
    }
    expect(await standing(scope, typed)).toEqual(texts);
    expect(await written()).toEqual(before);
  }

  await type(scope, right);
  for (const label of Object.keys(right)) typed.add(label);
  await mend?.();
  const texts = await standing(scope, typed);
  await page.context().setOffline(true);
  await send();
  await expect(scope.getByRole('alert').filter({ hasText: "can't be reached" })).toBeFocused();
  await expect(scope.locator('[aria-invalid="true"]')).toHaveCount(0);
  expect(await standing(scope, typed)).toEqual(texts);
  await page.context().setOffline(false);
  expect(await written()).toEqual(before);
  await send();
  await expect.poll(written).not.toEqual(before);
}

/** Console messages of refused and failed requests. */
export const refusedRequests = /Failed to load resource/;
