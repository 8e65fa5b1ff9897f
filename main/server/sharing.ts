import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { type BrowserWindow, dialog } from 'electron';
import { listReachableAddresses } from '../../server/reachable-addresses.ts';
import type { ChosenCertificate, Outcome, ShareRequest, Sharing } from '../contract.ts';
import { t, toMessage } from '../words.ts';
import { type EmbeddedServer, ServerRefused } from './embedded-server.ts';
import { type Certificate, makeSharedUrl, readCertificate } from './share-address.ts';

type Shared = { request: ShareRequest; sharing: Sharing };

/** Opens the embedded server to a team on the network, and closes it again. */
export class NetworkSharing {
  readonly #server: EmbeddedServer;
  readonly #certificates = new Map<string, Certificate>();
  #shared: Shared | null = null;

  constructor(server: EmbeddedServer) {
    this.#server = server;
  }

  get state(): Sharing | null {
    return this.#shared?.sharing ?? null;
  }

  /** Opens the server on an address of this computer. Refuses with a sentence. */
  async start(request: ShareRequest): Promise<Outcome<Sharing>> {
    if (!listReachableAddresses().some(({ address }) => address === request.address)) {
      return { ok: false, message: t('shell.share.address_gone', { address: request.address }) };
    }
    const { address, protection } = request;
    const chosen = protection.kind === 'chosen' ? this.#certificates.get(protection.certificate) : null;
    if (chosen === undefined) return { ok: false, message: t('shell.share.choose_again') };
    const pem = chosen && { cert: chosen.cert, key: chosen.key };
    try {
      const { port, fingerprint } = await this.#server.ask('share', {
        host: address,
        port: request.port,
        names: chosen?.names ?? [],
        tls: protection.kind === 'own' ? 'own' : pem,
      });
      const sharing = {
        url: makeSharedUrl(fingerprint === null ? 'http' : 'https', address, port, chosen),
        fingerprint,
        protection: protection.kind,
      };
      this.#shared = { request: { ...request, port }, sharing };
      return { ok: true, value: sharing };
    } catch (error) {
      const message = error instanceof ServerRefused ? error.refusal?.message : undefined;
      return { ok: false, message: message === undefined ? t('shell.share.failed') : toMessage(message) };
    }
  }

  /** Stops sharing, once running requests are done. */
  async stop(): Promise<void> {
    this.#shared = null;
    await this.#server.ask('stopSharing', {});
  }

  /** After a restart of the server, shares it again at the same address. */
  async resume(): Promise<void> {
    const before = this.#shared;
    this.#shared = null;
    if (before !== null) await this.start(before.request);
  }

  /** Asks for a certificate and its key; reports their faults in a dialog. Null when nothing was chosen. */
  async chooseCertificate(window: BrowserWindow): Promise<ChosenCertificate | null> {
    const cert = await chooseFile(window, t('shell.choose_certificate'), ['pem', 'crt', 'cer']);
    if (cert === null) return null;
    const certText = await readSmall(cert);
    const holdsKey = certText?.includes('PRIVATE KEY-----') ?? false;
    const key = holdsKey ? cert : await chooseFile(window, t('shell.choose_key'), ['pem', 'key']);
    if (key === null) return null;
    const certificate = readCertificate(certText, await readSmall(key), Date.now());
    if (typeof certificate === 'string') {
      await dialog.showMessageBox(window, {
        type: 'error',
        message: t('shell.certificate_refused'),
        detail: certificate,
        buttons: [t('shell.ok')],
      });
      return null;
    }
    const id = randomUUID();
    this.#certificates.set(id, certificate);
    return { id, subject: certificate.subject, expires_at: certificate.expiresAt };
  }
}

async function chooseFile(
  window: BrowserWindow,
  title: string,
  extensions: string[],
): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title,
    message: title,
    properties: ['openFile'],
    filters: [
      { name: 'PEM', extensions },
      { name: t('shell.filter.all'), extensions: ['*'] },
    ],
  });
  return canceled ? null : (filePaths[0] ?? null);
}

/** The text of a file no larger than a certificate chain; null for an unreadable one. */
async function readSmall(file: string): Promise<string | null> {
  try {
    const { size } = await stat(file);
    return size > 1024 * 1024 ? null : await readFile(file, 'utf8');
  } catch {
    return null;
  }
}
