import { createHash } from 'node:crypto';
import path from 'node:path';
import { BrowserWindow, type Certificate, dialog, session } from 'electron';
import { z } from 'zod';
import type { Outcome, RememberedServer } from './contract.ts';
import { askWhereToSave } from './downloads.ts';
import { readKept, writeKept } from './kept-file.ts';
import { guardContents, guardSession } from './web-guards.ts';
import { leadOnlyTo, readOrigin } from './web-security.ts';
import { confinement } from './window.ts';

const serverSchema = z.strictObject({
  url: z.string().refine((url) => readOrigin(url) === url),
  last_used_at: z.iso.datetime(),
  /** SHA-256 of a certificate that the person trusts for this server, as the person was shown it. */
  trusted: z.string().max(200).nullable(),
});
type Known = z.output<typeof serverSchema>;
const listSchema = z.array(serverSchema).max(200);

/** Servers of others: remembered, and each opened in a window of its own that has no bridge to this computer. */
export class RemoteServers {
  readonly #file: string;
  readonly #windows = new Map<string, BrowserWindow>();
  /** Servers whose certificate the person did not trust when they were last connected to. */
  readonly #distrusted = new Set<string>();
  #known: Known[];

  constructor(profile: string) {
    this.#file = path.join(profile, 'servers.json');
    this.#known = readKept(this.#file, listSchema) ?? [];
  }

  /** Those connected to before, the last one first. */
  remembered(): RememberedServer[] {
    return this.#known.map(({ url, last_used_at }) => ({ url, last_used_at }));
  }

  forget(url: string): void {
    this.#keep(this.#known.filter((server) => server.url !== url));
  }

  /** Opens a server, or the window it has. Refuses (with a sentence) an invalid address and one that doesn't answer. */
  async connect(typed: string): Promise<Outcome<RememberedServer>> {
    const address = typed.trim();
    const origin = readOrigin(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`);
    if (origin === null) {
      return {
        ok: false,
        message: 'Give the address as it was handed to you: https://name or http://address:port.',
      };
    }
    const open = this.#windows.get(origin);
    if (open !== undefined) {
      open.focus();
      return { ok: true, value: this.#remember(origin) };
    }
    this.#distrusted.delete(origin);
    const window = this.#open(origin);
    try {
      await configured.get(toPartition(origin));
      await window.loadURL(`${origin}/`);
    } catch (error) {
      window.destroy();
      const code = this.#distrusted.has(origin) ? 'ERR_CERT_REFUSED' : (error as { code?: unknown }).code;
      return { ok: false, message: explainLoadError(String(code), origin) };
    }
    window.show();
    return { ok: true, value: this.#remember(origin) };
  }

  #open(origin: string): BrowserWindow {
    const partition = toPartition(origin);
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
    // The title keeps saying whose server it is, whatever the page calls itself.
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

  /** A certificate that no authority vouches for is trusted only by the person's word, and only this one. */
  async #judgeCertificate(
    origin: string,
    reason: string,
    { fingerprint, subjectName, issuerName, validExpiry }: Certificate,
    isMainFrame: boolean,
  ): Promise<boolean> {
    if (this.#known.some(({ url, trusted }) => url === origin && trusted === fingerprint)) return true;
    if (!isMainFrame) return false;
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: `This computer does not trust the certificate of ${origin}.`,
      detail: [
        'Whoever answers there may not be who you expect. Compare the fingerprint with the one that the person who shares the server tells you, by another way than this network.',
        `SHA-256 fingerprint: ${formatFingerprint(fingerprint)}`,
        `For: ${subjectName}`,
        `By: ${issuerName}`,
        `Until: ${new Date(validExpiry * 1000).toISOString().slice(0, 10)}`,
        `Reason: ${reason}`,
      ].join('\n\n'),
      buttons: ['Trust this certificate', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    });
    if (response !== 0) {
      this.#distrusted.add(origin);
      return false;
    }
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

/** Partitions live as long as the application, and each is set up once. */
const configured = new Map<string, Promise<void>>();

/** In memory: nothing of somebody else's server stays on this disk, nor is it mixed with another's. */
function toPartition(origin: string): string {
  return `server-${createHash('sha256').update(origin).digest('hex').slice(0, 16)}`;
}

/** As browsers and openssl show it; Chromium hands it over as "sha256/" and base64. */
function formatFingerprint(fingerprint: string): string {
  const hex = Buffer.from(fingerprint.replace(/^sha256\//, ''), 'base64')
    .toString('hex')
    .toUpperCase();
  return hex.replaceAll(/(?<=^(?:..)+)(?=..)/g, ':');
}

function explainLoadError(code: string, origin: string): string {
  const known: Record<string, string> = {
    ERR_CONNECTION_REFUSED: `Nothing answers at ${origin}: is the server shared, and the port right?`,
    ERR_NAME_NOT_RESOLVED: `The name in ${origin} is not known on this network.`,
    ERR_ADDRESS_UNREACHABLE: `${origin} can't be reached from this network.`,
    ERR_INTERNET_DISCONNECTED: 'This computer is not connected to a network.',
    ERR_CONNECTION_TIMED_OUT: `${origin} does not answer.`,
    ERR_SSL_PROTOCOL_ERROR: `${origin} does not speak https: is it an http address?`,
    ERR_ABORTED: `${origin} leads to another address: give that one, perhaps with https instead of http.`,
    ERR_CONNECTION_CLOSED: `${origin} does not answer as a server does: is it an http or an https address?`,
    ERR_CONNECTION_RESET: `${origin} does not answer as a server does: is it an http or an https address?`,
    ERR_EMPTY_RESPONSE: `${origin} does not answer as a server does: is it an https address?`,
  };
  if (/^ERR_CERT_/.test(code)) return `The certificate of ${origin} was not trusted, so nothing was opened.`;
  return (
    known[code] ?? `${origin} could not be opened (${/^[A-Z_]{3,60}$/.test(code) ? code : 'no answer'}).`
  );
}
