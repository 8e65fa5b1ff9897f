import { dialog, type Session, shell, type WebContents } from 'electron';
import { mayNavigate, mayUse, openingOf, outgoing } from './web-security.ts';

/** Holds a session to what `web-security.ts` says: one origin, no permission but the clipboard's, no devices, no dictionaries. */
export function guardSession(session: Session, own: () => string, launchSecret: string | null): void {
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeSendHeaders(({ url, requestHeaders }, answer) =>
    answer(outgoing(url, requestHeaders, own(), launchSecret)),
  );
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(mayUse(permission, details.requestingUrl, own(), details.isMainFrame)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin, details) =>
    mayUse(permission, origin, own(), details.isMainFrame),
  );
  session.setDevicePermissionHandler(() => false);
}

/** Holds the pages of a window to its own origin; links elsewhere are a question to the person, or nothing. */
export function guardContents(
  contents: WebContents,
  own: () => string,
  onOwnPage: (url: string) => void,
): void {
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
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    const opening = openingOf(url, own());
    if (opening.kind === 'own') onOwnPage(opening.url);
    if (opening.kind === 'browser') offerToBrowser(opening.url, own());
    return { action: 'deny' };
  });
}

let isAsking = false;

/** One question at a time, whatever a page does. */
function offerToBrowser(url: string, own: string): void {
  if (openingOf(url, own).kind !== 'browser' || isAsking) return;
  isAsking = true;
  dialog
    .showMessageBox({
      type: 'question',
      message: 'Open this address in your browser?',
      detail: url,
      buttons: ['Open in browser', 'Cancel'],
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
