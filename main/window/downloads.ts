import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { app, dialog, type Session, shell } from 'electron';
import type { SavedFile } from '../contract.ts';
import type { EmbeddedServer } from '../server/embedded-server.ts';
import { mayDownload, toOfferedName } from '../web/web-security.ts';
import { t } from '../words.ts';
import type { PageState } from './page-state.ts';

/** Paths of downloads, which the page knows only by their ids. */
export class SavedFiles {
  readonly #places = new Map<string, string>();

  keep(place: string): SavedFile {
    const id = randomUUID();
    this.#places.set(id, place);
    return { id, name: path.basename(place) };
  }

  /** Shows the file in the system's file manager; does nothing for an unknown id. */
  reveal(id: string): void {
    const place = this.#places.get(id);
    if (place !== undefined) shell.showItemInFolder(place);
  }
}

/** Asks where to save the downloads of our own window, and reports written ones to its page. */
export function setUpDownloads(session: Session, server: EmbeddedServer, page: PageState): SavedFiles {
  const saved = new SavedFiles();
  askWhereToSave(
    session,
    () => server.origin,
    (place) => page.send('desktop:saved', saved.keep(place)),
  );
  return saved;
}

/** Asks with the native dialog where to save each download of a session; `onSaved` gets the saved ones. */
export function askWhereToSave(
  session: Session,
  own: () => string,
  onSaved: (place: string) => void = () => {},
): void {
  session.on('will-download', (event, item) => {
    const chain = item.getURLChain();
    const addresses = chain.length === 0 ? [item.getURL()] : chain;
    if (!addresses.every((address) => mayDownload(address, own()))) {
      event.preventDefault();
      return;
    }
    const name = toOfferedName(item.getFilename());
    item.setSaveDialogOptions({ defaultPath: path.join(app.getPath('downloads'), name) });
    item.once('done', (_event, state) => {
      if (state === 'completed') onSaved(item.getSavePath());
      if (state !== 'interrupted') return;
      void dialog.showMessageBox({
        type: 'error',
        message: t('shell.not_saved'),
        detail: t('shell.not_saved.detail', { name }),
        buttons: [t('shell.ok')],
      });
    });
  });
}
