import type { Locator } from '@playwright/test';

/** The state of a form: its texts, checked boxes, and available controls. */
export const standing = (form: Locator): Promise<string> =>
  form.evaluate(
    // biome-ignore lint/suspicious/noExplicitAny: this runs in the page, whose types are not known here
    (root: any) => {
      const held = [root.innerText];
      for (const field of root.querySelectorAll('input, textarea, select, button')) {
        if (field.type === 'checkbox') held.push(field.checked ? `checked ${field.ariaLabel}` : '');
        else held.push(field.value, field.ariaLabel);
      }
      return held.join('\n');
    },
  );
