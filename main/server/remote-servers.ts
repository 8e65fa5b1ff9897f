import { createHash } from 'node:crypto';
import path from 'node:path';
import { BrowserWindow, type Certificate, dialog, session } from 'electron';
import { z } from 'zod';
import { readJoinFingerprint, toFingerprintRows } from '../../domain/fingerprints.ts';
import type { Outcome, RememberedServer } from '../contract.ts';
import { readKept, writeKept } from '../kept-file.ts';
import {
  explainDistrust,
  judgeFingerprint,
  readChromiumFingerprint,
  type Verdict,
} from '../web/certificate-trust.ts';
import { confinement } from '../web/confinement.ts';
import { guardContents, guardSession } from '../web/web-guards.ts';
import { leadOnlyTo, readOrigin } from '../web/web-security.ts';
import { askWhereToSave } from '../window/downloads.ts';
import { t } from '../words.ts';

const serverSchema = z.strictObject({
  url: z.string().refine((url) => readOrigin(url) === url),
  last_used_at: z.iso.datetime(),
  /** SHA-256 of a certificate trusted by the person for this server, as shown to them. */
  trusted: z.string().max(200).nullable(),
});
type Known = z.output<typeof serverSchema>;
const listSchema = z.array(serverSchema).max(200);

/** Other people's servers: remembered, and each opened in its own window without a bridge to this computer. */
export class RemoteServers {
  readonly #file: string;
  readonly #windows = new Map<string, BrowserWindow>();
  /** Why the certificate of a server was not trusted at the last connection. */
  readonly #distrusted = new Map<string, Exclude<Verdict, 'trust'>>();
  /** The fingerprints named in links, while the links are being opened. */
  readonly #named = new Map<string, string>();
  /** Number of open questions about certificates. */
  #questions = 0;
  #known: Known[];

  constructor(profile: string) {
    this.#file = path.join(profile, 'servers.json');
    this.#known = readKept(this.#file, listSchema) ?? [];
  }

  /** Servers connected to before, latest first. */
  remembered(): RememberedServer[] {
    return this.#known.map(({ url, last_used_at }) => ({ url, last_used_at }));
  }

  forget(url: string): void {
    this.#keep(this.#known.filter((server) => server.url !== url));
  }

  /** Opens a server, or its existing window. Refuses (with a sentence) an invalid address and one that doesn't answer. */
  async connect(typed: string): Promise<Outcome<RememberedServer>> {
    const trimmed = typed.trim();
    const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
    const origin = readOrigin(address);
    if (origin === null) {
      return {
        ok: false,
        message: t('shell.connect.address'),
      };
    }
    const open = this.#windows.get(origin);
    if (open !== undefined) {
      open.focus();
      return { ok: true, value: this.#remember(origin) };
    }
    const named = readJoinFingerprint(new URL(address).hash);
    if (named !== null) this.#named.set(origin, named);
    this.#distrusted.delete(origin);
    const partition = toPartition(origin, named ?? this.#trusted(origin) ?? `question ${this.#questions}`);
    const window = this.#open(origin, partition);
    try {
      await configured.get(partition);
      await window.loadURL(`${origin}/`);
    } catch (error) {
      window.destroy();
      const why = this.#distrusted.get(origin);
      const { code } = error as { code?: unknown };
      return {
        ok: false,
        message: why === undefined ? explainLoadError(String(code), origin) : explainDistrust(why, origin),
      };
    } finally {
      this.#named.delete(origin);
    }
    window.show();
    return { ok: true, value: this.#remember(origin) };
  }

  #trusted(origin: string): string | null {
    const trusted = this.#known.find(({ url }) => url === origin)?.trusted ?? null;
    return trusted === null ? null : readChromiumFingerprint(trusted);
  }

  #open(origin: string, partition: string): BrowserWindow {
    const own = session.fromPartition(partition);
    if (!configured.has(partition)) {
      configured.set(partition, own.setProxy(leadOnlyTo(origin)));
      guardSession(own, () => origin, null);
      askWhereToSave(own, () => origin);
    }
    const window = new BrowserWindow({
      width: 1280,
      height: 800,
      title: `${origin} – Damson`,
      show: false,
      webPreferences: { ...confinement, partition },
    });
    this.#windows.set(origin, window);
    window.once('closed', () => this.#windows.delete(origin));
    // The title always names the server, whatever the page's own title.
    window.on('page-title-updated', (event) => event.preventDefault());
    const { webContents } = window;
    guardContents(
      webContents,
      () => origin,
      (url) => void window.loadURL(url).catch(() => {}),
    );
    webContents.on('certificate-error', (event, url, reason, certificate, answer, isMainFrame) => {
      event.preventDefault();
      if (readOrigin(url) !== origin) answer(false);
      else this.#judgeCertificate(origin, reason, certificate, isMainFrame).then(answer, () => answer(false));
    });
    return window;
  }

  /** A self-signed certificate is trusted only by the person's decision or by their link, and only this one. */
  async #judgeCertificate(
    origin: string,
    reason: string,
    { fingerprint, subjectName, issuerName, validExpiry }: Certificate,
    isMainFrame: boolean,
  ): Promise<boolean> {
    const shown = readChromiumFingerprint(fingerprint);
    const trusted = this.#trusted(origin);
    const verdict = judgeFingerprint(shown, trusted, this.#named.get(origin) ?? null);
    if (verdict === 'trust') {
      if (shown !== trusted) this.#remember(origin, fingerprint);
      return true;
    }
    this.#distrusted.set(origin, verdict);
    if (verdict !== 'ask' || shown === null || !isMainFrame) return false;
    this.#questions += 1;
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: t('shell.connect.untrusted', { origin }),
      detail: [
        t('shell.connect.compare'),
        [t('shell.connect.fingerprint'), ...toFingerprintRows(shown)].join('\n'),
        t('shell.connect.for', { name: subjectName }),
        t('shell.connect.by', { name: issuerName }),
        t('shell.connect.until', { day: new Date(validExpiry * 1000).toISOString().slice(0, 10) }),
        t('shell.connect.reason', { reason }),
      ].join('\n\n'),
      buttons: [t('shell.connect.trust'), t('shell.cancel')],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    });
    if (response !== 0) return false;
    this.#distrusted.delete(origin);
    this.#remember(origin, fingerprint);
    return true;
  }

  #remember(url: string, trusted?: string): RememberedServer {
    const before = this.#known.find((server) => server.url === url);
    const last_used_at = new Date().toISOString();
    this.#keep([
      { url, last_used_at, trusted: trusted ?? before?.trusted ?? null },
      ...this.#known.filter((server) => server !== before),
    ]);
    return { url, last_used_at };
  }

  #keep(known: Known[]): void {
    this.#known = known.slice(0, 50);
    writeKept(this.#file, this.#known);
  }
}

/** Partitions live as long as the application, and each is configured once. */
const configured = new Map<string, Promise<void>>();

/**
 * In memory: no data of another server is stored on this disk or mixed with that of a third one. Chromium remembers accepted
 * certificates per partition, so each is for at most one certificate.
 */
function toPartition(origin: string, certificate: string): string {
  return `server-${createHash('sha256').update(`${origin} ${certificate}`).digest('hex').slice(0, 16)}`;
}

function explainLoadError(code: string, origin: string): string {
  const known: Record<string, string> = {
    ERR_CONNECTION_REFUSED: t('shell.connect.refused', { origin }),
    ERR_NAME_NOT_RESOLVED: t('shell.connect.unknown_name', { origin }),
    ERR_ADDRESS_UNREACHABLE: t('shell.connect.unreachable', { origin }),
    ERR_INTERNET_DISCONNECTED: t('shell.connect.offline'),
    ERR_CONNECTION_TIMED_OUT: t('shell.connect.silent', { origin }),
    ERR_SSL_PROTOCOL_ERROR: t('shell.connect.no_https', { origin }),
    ERR_ABORTED: t('shell.connect.redirects', { origin }),
    ERR_CONNECTION_CLOSED: t('shell.connect.no_server', { origin }),
    ERR_CONNECTION_RESET: t('shell.connect.no_server', { origin }),
    ERR_EMPTY_RESPONSE: t('shell.connect.no_http', { origin }),
  };
  if (/^ERR_CERT_/.test(code)) return explainDistrust('ask', origin);
  return (
    known[code] ??
    t('shell.connect.failed', { origin, code: /^[A-Z_]{3,60}$/.test(code) ? code : t('shell.no_answer') })
  );
}
