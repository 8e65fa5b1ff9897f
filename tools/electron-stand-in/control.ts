import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { application } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { dispatchMessage } from './ipc-main.ts';
import { clickMenu, menuData } from './menu.ts';
import { answerDialog, answerNext, outside, shown } from './person.ts';
import { standInSettings } from './settings.ts';
import { holdNext, utilityProcesses } from './utility-process.ts';
import { WebFrame } from './web-frame.ts';
import { fromWire, toWire } from './wire.ts';

// biome-ignore lint/suspicious/noExplicitAny: the specifications' side has the types
type Request = any;

function windowOf(id: number): BrowserWindow {
  const window = BrowserWindow.fromId(id);
  if (!window) throw new Error(`there is no window ${id}`);
  return window;
}

/** Control of the application by a specification, from outside. */
const operations: Record<string, (request: Request) => unknown> = {
  windows: () =>
    BrowserWindow.getAllWindows().map((window) => ({
      id: window.id,
      endpoint: window.page.chromium?.endpoint ?? null,
      targetId: window.page.targetId,
      url: window.page.getURL(),
      bounds: window.getBounds(),
      hasPreload: window.page.hasPreload,
      isFocused: window.isFocused(),
      isVisible: window.isVisible(),
      isMinimized: window.isMinimized(),
      isMaximized: window.isMaximized(),
      zoomLevel: window.page.getZoomLevel(),
      title: window.getTitle(),
      progress: window.progress,
    })),
  claimDownloads: async ({ id }) => {
    const { page } = windowOf(id);
    if (page.chromium) await page.session.claim(page.chromium);
  },
  setBounds: ({ id, bounds }) => windowOf(id).setBounds(bounds),
  minimize: ({ id }) => windowOf(id).minimize(),
  blur: ({ id }) => windowOf(id).blur(),
  maximize: ({ id }) => windowOf(id).maximize(),
  closeWindow: ({ id }) => windowOf(id).close(),
  crash: ({ id }) => {
    void windowOf(id)
      .page.send_('Page.crash')
      .catch(() => {});
  },
  menu: () => menuData(),
  clickMenu: ({ labels }) => clickMenu(labels),
  dialogs: () => shown,
  answer: ({ id, answer }) => answerDialog(id, answer),
  answerNext: ({ answer }) => answerNext(answer),
  outside: () => outside,
  openFile: ({ file }) => {
    application.emit('open-file', { preventDefault: () => {} }, file);
  },
  activate: () => {
    application.emit('activate', {}, false);
  },
  utilityProcesses: () => [...utilityProcesses].map(({ pid }) => pid),
  holdNextServer: () => holdNext(),
  quit: () => application.quit(),
  /** Passes on a message as if a frame with this address had sent it. */
  invokeAs: ({ id, url, isMainFrame, channel, args }) =>
    new Promise((resolve) => {
      const { page } = windowOf(id);
      const frame = isMainFrame
        ? new WebFrame(page, 'forged', null)
        : new WebFrame(page, 'forged', page.mainFrame);
      frame.moved(url);
      dispatchMessage(
        windowOf(id).webContents,
        frame,
        { kind: 'invoke', id: 0, channel, text: toWire(args) },
        (answer: Request) =>
          resolve(
            answer.kind === 'answer' ? { value: fromWire(answer.text)[0] } : { refusal: answer.refusal },
          ),
      );
    }),
};

function serve(socket: Socket): void {
  socket.on('error', () => {});
  createInterface({ input: socket }).on('line', (line) => {
    const { call, operation, ...request } = JSON.parse(line) as Request;
    const answer = (fields: object): boolean => socket.write(`${JSON.stringify({ call, ...fields })}\n`);
    Promise.resolve()
      .then(() => {
        const run = operations[operation];
        if (!run) throw new Error(`no operation ${operation}`);
        return run(request);
      })
      .then(
        (value) => answer({ value: value ?? null }),
        (error: Error) => answer({ error: error.message }),
      );
  });
}

/** Opens the control channel, which does not keep the application from ending. */
export function openControl(): Promise<void> {
  rmSync(standInSettings.control, { force: true });
  const server = createServer(serve);
  server.unref();
  return new Promise((resolve) => server.listen(standInSettings.control, resolve));
}
