import { type BrowserWindow, dialog } from 'electron';
import type { Question } from '../lifecycle.ts';
import { t } from '../words.ts';
import { bringToFront } from './window.ts';

/** Whether the person agrees; true without a question. */
export async function mayLose(
  window: BrowserWindow,
  question: Question | null,
  agree: string,
): Promise<boolean> {
  if (question === null) return true;
  bringToFront(window);
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    ...question,
    buttons: [t('shell.stay'), agree],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}
