/**
 * Dialogs and notices outside the application's windows, and the person's answers. The control channel reads and answers them; a
 * specification plays the person.
 */

export type DialogKind = 'message' | 'open' | 'save' | 'error' | 'about';
// biome-ignore lint/suspicious/noExplicitAny: options and answers are those of Electron's dialogs
type Anything = any;

export type ShownDialog = {
  id: number;
  kind: DialogKind;
  options: Anything;
  owner: number | null;
  answer: Anything | null;
};

export const shown: ShownDialog[] = [];
const waiting = new Map<number, (answer: Anything) => void>();
/** Links passed to the system's browser, and files shown in its file manager or opened with its programs. */
export const outside: { kind: 'link' | 'reveal' | 'open'; target: string }[] = [];

const ready: Anything[] = [];

/** Sets the answer to the next blocking dialog, because nothing else runs while it is open. */
export function answerNext(answer: Anything): void {
  ready.push(answer);
}

/** Shows a modal dialog. Refuses when no answer was prepared. */
export function showDialogSync(kind: DialogKind, options: Anything, owner: number | null): Anything {
  const answer = ready.shift();
  shown.push({ id: shown.length + 1, kind, options, owner, answer: answer ?? {} });
  if (answer === undefined) throw new Error(`nobody said how to answer “${options.message}”`);
  return answer;
}

/** Shows a dialog and waits until it is answered. */
export function showDialog(kind: DialogKind, options: Anything, owner: number | null): Promise<Anything> {
  const dialog: ShownDialog = { id: shown.length + 1, kind, options, owner, answer: null };
  shown.push(dialog);
  if (kind === 'error' || kind === 'about') {
    dialog.answer = {};
    return Promise.resolve({});
  }
  return new Promise((resolve) => waiting.set(dialog.id, resolve));
}

/** Refuses an answer to a dialog that isn't open. */
export function answerDialog(id: number, answer: Anything): void {
  const resolve = waiting.get(id);
  const dialog = shown.find((candidate) => candidate.id === id);
  if (!resolve || !dialog) throw new Error(`there is no open dialog ${id}`);
  waiting.delete(id);
  dialog.answer = answer;
  resolve(answer);
}
