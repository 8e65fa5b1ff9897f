import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { BrowserWindow, session } from 'electron';
import { pdfOptions } from '../../domain/pdf.ts';
import { confinement } from '../web/confinement.ts';
import { guardPrinting } from '../web/web-guards.ts';

/** Only in memory: nothing printed is kept. */
const printPartition = 'printing';

/**
 * Prints an HTML file to a new file, in a hidden window that runs no script and loads nothing but the file. Refuses if loading or
 * printing fails, and stops when `stop` is aborted.
 */
export async function printPdf(htmlFile: string, pdfFile: string, stop: AbortSignal): Promise<void> {
  stop.throwIfAborted();
  const window = new BrowserWindow({
    show: false,
    webPreferences: { ...confinement, javascript: false, partition: printPartition },
  });
  const { webContents: contents } = window;
  const guarding = guardPrinting(session.fromPartition(printPartition), contents, htmlFile);
  const over = Promise.withResolvers<never>();
  // The race may already be settled by its other side.
  over.promise.catch(() => {});
  const giveUp = () => over.reject(stop.reason);
  stop.addEventListener('abort', giveUp);
  window.once('closed', () => over.reject(new Error('the window that prints was closed')));
  contents.once('render-process-gone', (_event, { reason }) =>
    over.reject(new Error(`the page that prints has ended: ${reason}`)),
  );
  try {
    await guarding;
    await Promise.race([window.loadURL(pathToFileURL(htmlFile).href), over.promise]);
    const pdf = await Promise.race([contents.printToPDF(pdfOptions), over.promise]);
    await writeFile(pdfFile, pdf, { flag: 'wx', mode: 0o600, signal: stop });
  } finally {
    stop.removeEventListener('abort', giveUp);
    if (!window.isDestroyed()) window.destroy();
  }
}
