import { createHash, type X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:tls';
import type { Message } from './chromium.ts';
import { PreventableEvent } from './emitter.ts';
import type { WebContents } from './web-contents.ts';

/** Makes Chromium ask before it rejects an untrusted certificate. */
export async function watchCertificates(contents: WebContents): Promise<void> {
  await contents.send_('Security.enable');
  await contents.send_('Security.setOverrideCertificateErrors', { override: true });
}

/** Asks the application about a certificate; refuses it, like Electron, if there is no handler. */
export async function judgeCertificate(
  contents: WebContents,
  { eventId, errorType, requestURL }: Message,
): Promise<void> {
  const decide = (isTrusted: boolean): void => {
    const action = isTrusted ? 'continue' : 'cancel';
    contents.send_('Security.handleCertificateError', { eventId, action }).catch(() => {});
  };
  const event = new PreventableEvent();
  const { hostname, port, origin } = new URL(requestURL);
  const certificate = await presentedBy(hostname, Number(port || 443)).catch(() => null);
  if (certificate === null) return decide(false);
  const isMainFrame = contents.mainFrame.origin !== origin;
  contents.emit('certificate-error', event, requestURL, errorType, shown(certificate), decide, isMainFrame);
  if (!event.defaultPrevented) decide(false);
}

async function presentedBy(host: string, port: number): Promise<X509Certificate | null> {
  const socket = connect({ host, port, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const certificate = socket.getPeerX509Certificate() ?? null;
  socket.destroy();
  return certificate;
}

function shown(certificate: X509Certificate): object {
  const nameIn = (text: string): string => /^CN=(.*)$/m.exec(text)?.[1] ?? '';
  return {
    fingerprint: `sha256/${createHash('sha256').update(certificate.raw).digest('base64')}`,
    subjectName: nameIn(certificate.subject),
    issuerName: nameIn(certificate.issuer),
    serialNumber: certificate.serialNumber,
    validStart: certificate.validFromDate.getTime() / 1000,
    validExpiry: certificate.validToDate.getTime() / 1000,
    data: certificate.toString(),
  };
}
