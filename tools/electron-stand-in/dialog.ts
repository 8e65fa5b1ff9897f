import type * as Electron from 'electron';
import { StrictObject } from './emitter.ts';
import { showDialog, showDialogSync } from './person.ts';

type Owner = { id: number };

function parts<T>(args: unknown[]): { owner: number | null; options: T } {
  const [first, second] = args;
  if (second === undefined) return { owner: null, options: first as T };
  return { owner: (first as Owner | null)?.id ?? null, options: second as T };
}

/** Checks the options of a dialog, so that mistakes show before a person sees it. */
function checkMessage(options: Electron.MessageBoxOptions | Electron.MessageBoxSyncOptions): void {
  if (typeof options.message !== 'string') throw new TypeError('message must be a string');
  const buttons = options.buttons ?? [];
  if (!Array.isArray(buttons)) throw new TypeError('buttons must be an array');
  for (const index of [options.defaultId, options.cancelId]) {
    if (index !== undefined && (index < 0 || index >= buttons.length))
      throw new Error(`there is no button ${index}`);
  }
}

class Dialog extends StrictObject {
  async showMessageBox(...args: unknown[]): Promise<Electron.MessageBoxReturnValue> {
    const { owner, options } = parts<Electron.MessageBoxOptions>(args);
    checkMessage(options);
    const answer = await showDialog('message', options, owner);
    return { checkboxChecked: false, ...answer };
  }

  showMessageBoxSync(...args: unknown[]): number {
    const { owner, options } = parts<Electron.MessageBoxSyncOptions>(args);
    checkMessage(options);
    return showDialogSync('message', options, owner).response;
  }

  async showOpenDialog(...args: unknown[]): Promise<Electron.OpenDialogReturnValue> {
    const { owner, options } = parts<Electron.OpenDialogOptions>(args);
    return await showDialog('open', options, owner);
  }

  showErrorBox(title: string, content: string): void {
    void showDialog('error', { title, content }, null);
  }
}

export const dialog = new Dialog() satisfies Pick<
  typeof Electron.dialog,
  'showMessageBox' | 'showMessageBoxSync' | 'showOpenDialog' | 'showErrorBox'
>;

export async function showSaveDialogFor(
  owner: unknown,
  options: Electron.SaveDialogOptions,
): Promise<Electron.SaveDialogReturnValue> {
  return await showDialog('save', options, (owner as Owner | null)?.id ?? null);
}
