import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { pdfOptions } from '../../../domain/pdf.ts';
import { DomainError } from '../../errors.ts';
import type { PdfPrinter } from '../renderer.ts';
import { Browser } from './browser.ts';

const partLength = 1024 * 1024;

/**
 * Takes possible paths of a browser, returns a printer that uses the first existing one. Refuses `no_browser` when there is none,
 * or it can't be used, and `rendering_failed` when it ends early.
 */
export function createBrowserPrinter(browsers: readonly string[]): PdfPrinter {
  return async (htmlFile, pdfFile, stop) => {
    const program = browsers.find((place) => existsSync(place));
    if (program === undefined) {
      throw new DomainError(
        'no_browser',
        'The server has no Chromium or Edge to print a PDF with: open the HTML and print it from your browser',
      );
    }
    const browser = await Browser.start(program);
    const end = () => void browser.end();
    stop.addEventListener('abort', end);
    try {
      stop.throwIfAborted();
      await print(browser, htmlFile, pdfFile);
    } catch (error) {
      stop.throwIfAborted();
      throw error;
    } finally {
      stop.removeEventListener('abort', end);
      await browser.end();
    }
  };
}

async function print(browser: Browser, htmlFile: string, pdfFile: string): Promise<void> {
  const sessionId = await openPage(browser);
  await browser.send('Page.enable', {}, sessionId);
  await browser.send('Emulation.setScriptExecutionDisabled', { value: true }, sessionId);
  const loaded = browser.next('Page.loadEventFired');
  // Awaited below; if the browser ends, the commands report it.
  loaded.catch(() => {});
  const { errorText } = await browser.send('Page.navigate', { url: pathToFileURL(htmlFile).href }, sessionId);
  if (errorText) throw new DomainError('rendering_failed', `The browser can't open it: ${errorText}`);
  await loaded;
  const { stream } = await browser.send(
    'Page.printToPDF',
    { ...pdfOptions, transferMode: 'ReturnAsStream' },
    sessionId,
  );
  const file = await open(pdfFile, 'wx', 0o600);
  try {
    for (let isLast = false; !isLast; ) {
      const { data, base64Encoded, eof } = await browser.send(
        'IO.read',
        { handle: stream, size: partLength },
        sessionId,
      );
      await file.writeFile(Buffer.from(data, base64Encoded ? 'base64' : 'utf8'));
      isLast = eof;
    }
  } finally {
    await file.close();
  }
}

async function openPage(browser: Browser): Promise<string> {
  try {
    // Makes the browser also report when the process of a page has ended.
    await browser.send('Target.setDiscoverTargets', { discover: true });
  } catch {
    throw new DomainError(
      'no_browser',
      "The server's browser does not start, so no PDF can be printed: open the HTML and print it from your browser",
    );
  }
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  return sessionId;
}
