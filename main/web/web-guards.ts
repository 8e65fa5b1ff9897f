import { app, BrowserWindow, dialog, type Session, session, shell, type WebContents } from 'electron';
import { t } from '../words.ts';
import { judgeOpening, judgeRequest, leadNowhere, mayNavigate, mayPrint, mayUse } from './web-security.ts';

/** For any page not configured here: loads nothing, opens nothing and has no permission. */
export function denyByDefault(): void {
  guardSession(session.defaultSession, () => null, null);
  // Without this Chromium would send the person's first certificate to any server that asks for one.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault();
    choose();
  });
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

/**
 * Restricts a session to the rules of `web-security.ts`: one origin, no permission except the clipboard, no devices, no
 * dictionaries.
 */
export function guardSession(guarded: Session, own: () => string | null, launchSecret: string | null): void {
  guarded.setSpellCheckerEnabled(false);
  guarded.webRequest.onBeforeSendHeaders(({ url, requestHeaders }, answer) =>
    answer(judgeRequest(url, requestHeaders, own(), launchSecret)),
  );
  guarded.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(mayUse(permission, details.requestingUrl, own(), details.isMainFrame)),
  );
  guarded.setPermissionCheckHandler((_contents, permission, origin, details) =>
    mayUse(permission, origin, own(), details.isMainFrame),
  );
  guarded.setDevicePermissionHandler(() => false);
}

/** Restricts a session, and its page for printing, to one file, without any navigation. */
export async function guardPrinting(guarded: Session, contents: WebContents, file: string): Promise<void> {
  guardSession(guarded, () => null, null);
  // Replaces the handler above, which also blocks files.
  guarded.webRequest.onBeforeSendHeaders(({ url, requestHeaders }, answer) =>
    answer(mayPrint(url, file) ? { requestHeaders } : { cancel: true }),
  );
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  await guarded.setProxy(leadNowhere);
}

/** Restricts the pages of a window to their own origin; links elsewhere ask the person, or do nothing. */
export function guardContents(
  contents: WebContents,
  own: () => string,
  onOwnPage: (url: string) => void,
): void {
  // WebRTC needs no permission, and its packets bypass request handlers.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.on('will-frame-navigate', (details) => {
    if (mayNavigate(details.url, own(), details.isMainFrame)) return;
    details.preventDefault();
    if (details.isMainFrame) offerToBrowser(details.url, own());
  });
  contents.on('will-navigate', (details) => {
    if (!mayNavigate(details.url, own(), details.isMainFrame)) details.preventDefault();
  });
  contents.on('will-redirect', (details) => {
    if (!mayNavigate(details.url, own(), details.isMainFrame)) details.preventDefault();
  });
  contents.on('will-prevent-unload', (event) => {
    if (mayLeave(contents, own())) event.preventDefault();
  });
  contents.setWindowOpenHandler(({ url }) => {
    const opening = judgeOpening(url, own());
    if (opening.kind === 'own') onOwnPage(opening.url);
    if (opening.kind === 'browser') offerToBrowser(opening.url, own());
    return { action: 'deny' };
  });
}

/** Asks synchronously: without an immediate answer the page would stay, and its window could never be closed. */
function mayLeave(contents: WebContents, own: string): boolean {
  const window = BrowserWindow.fromWebContents(contents);
  const question = {
    type: 'question',
    message: t('shell.leave.title'),
    detail: t('shell.leave.detail', { origin: own }),
    buttons: [t('shell.leave'), t('shell.stay')],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  } as const;
  const choice =
    window === null
      ? dialog.showMessageBoxSync({ ...question, buttons: [...question.buttons] })
      : dialog.showMessageBoxSync(window, { ...question, buttons: [...question.buttons] });
  return choice === 0;
}

/** Closes windows one by one; returns whether all were closed, because a page may keep unsaved work. */
export async function closeWindows(windows: readonly BrowserWindow[]): Promise<boolean> {
  for (const window of windows) {
    const isGone = await new Promise<boolean>((resolve) => {
      window.once('closed', () => resolve(true));
      // Runs after the guard above, which has already asked the person.
      window.webContents.once('will-prevent-unload', (event) => {
        if (!event.defaultPrevented) resolve(false);
      });
      window.close();
    });
    if (!isGone) return false;
  }
  return true;
}

let isAsking = false;

/** Only one question at a time, whatever a page does. */
function offerToBrowser(url: string, own: string): void {
  if (judgeOpening(url, own).kind !== 'browser' || isAsking) return;
  isAsking = true;
  dialog
    .showMessageBox({
      type: 'question',
      message: t('shell.open_address'),
      detail: url,
      buttons: [t('shell.open_in_browser'), t('shell.cancel')],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    })
    .then(async ({ response }) => {
      if (response === 0) await shell.openExternal(url);
    })
    .catch(() => {})
    .finally(() => {
      isAsking = false;
    });
}
