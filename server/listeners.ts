import { X509Certificate } from 'node:crypto';
import type { Server } from 'node:http';
import { type AppParts, createApp, createMonitoringApp } from './app.ts';
import type { Host, RunningServer, ShareRequest } from './host.ts';
import { createHostGuard, createLaunchGuard, listOwnNames, toHostHeader } from './http/guard.ts';
import { listen, portOf, urlOf } from './http/listen.ts';
import { createHttpServer } from './http/server.ts';
import { type SharedAddress, Sharing } from './http/sharing.ts';
import { listTeamAddresses } from './http/team-addresses.ts';
import { toTrace } from './log.ts';
import type { OwnCertificate } from './tls/own-certificate.ts';
import { toCertificateNames } from './tls/rules.ts';

/** Time for pending requests over the shared listener. */
const sharingDrainMilliseconds = 10_000;
/** A metrics request is answered within this time. */
const monitoringDrainMilliseconds = 1000;

/** Opened before everything that serves others, and so closed after it: it reports the drain until its end. */
export async function openMonitoring(
  { settings, log }: Host,
  services: AppParts,
  opened: AsyncDisposableStack,
): Promise<void> {
  const { metricsPort: port } = settings;
  if (port === null) return;
  const host = '127.0.0.1';
  const { server, drain } = createHttpServer(createMonitoringApp(services));
  await listen(server, { host, port }, (error: NodeJS.ErrnoException) =>
    log.error({ event: 'accept_failed', code: error.code }),
  );
  opened.defer(() => drain(monitoringDrainMilliseconds));
  log.info({ event: 'monitoring', url: urlOf(server, host, 'http') });
}

/** Listens on the configured addresses, and prepares sharing with others. */
export async function openListeners(
  host: Host,
  services: AppParts,
  opened: AsyncDisposableStack,
): Promise<Pick<RunningServer, 'url' | 'team' | 'certificate'> & { sharing: Sharing; retire: () => void }> {
  const { settings, log } = host;
  const onAcceptFailed = (error: NodeJS.ErrnoException): void =>
    log.error({ event: 'accept_failed', code: error.code });
  const appBehind = createApp(services);
  const names = listOwnNames(settings.host, settings.publicHosts);
  const certified = ['localhost', ...toCertificateNames(names)] as const;
  const own = settings.tls === 'own' ? await openOwn(host, [...certified]) : null;
  for (const name of own?.names ?? []) names.add(toHostHeader(name));
  const guards = [createHostGuard(names)];
  if (settings.launchSecret !== null) guards.unshift(createLaunchGuard(settings.launchSecret));
  // A trusted proxy is one address for everyone behind it.
  const bounds = settings.trustProxy > 0 ? { connectionsPerAddress: Number.POSITIVE_INFINITY } : {};
  const { tally } = services;
  const { server, drain, retire } = createHttpServer(appBehind(guards), own, bounds, tally);
  if (own !== null) await keepCertificate(host, server, own, [...certified]);
  await listen(server, settings, onAcceptFailed);
  const sharing = new Sharing(appBehind, onAcceptFailed, bounds, tally);
  opened.defer(async () => {
    const { drainMilliseconds } = host;
    await Promise.all([drain(drainMilliseconds), sharing.stop(drainMilliseconds)]);
  });
  // Requests that wait for a framework are answered now, with the known state.
  opened.defer(() => services.c2.connections.closeAll());
  const url = urlOf(server, settings.host, own === null ? 'http' : 'https');
  const team = listTeamAddresses(settings, names, portOf(server));
  return { url, team, certificate: own && new X509Certificate(own.cert), sharing, retire };
}

async function keepCertificate(
  host: Host,
  server: Server,
  own: OwnCertificate,
  names: readonly [string, ...string[]],
): Promise<void> {
  const { log, now } = host;
  const noteEnd = ({ cert }: OwnCertificate): void => {
    host.certificateEnd = new X509Certificate(cert).validToDate;
  };
  noteEnd(own);
  const { renewInTime } = await import('./tls/renewal.ts');
  renewInTime(server, own, {
    now,
    open: () => openOwn(host, names),
    onRenewed: (renewed) => {
      noteEnd(renewed);
      log.warn({ event: 'certificate_renewed', fingerprint: renewed.fingerprint });
    },
    onFailed: (error) => log.error({ event: 'certificate_not_renewed', ...toTrace(error) }),
  });
}

async function openOwn(
  { settings, now, log }: Host,
  names: readonly [string, ...string[]],
): Promise<OwnCertificate> {
  const { openOwnCertificate } = await import('./tls/own-certificate.ts');
  return openOwnCertificate(settings.dataDir, names, { now: now(), log });
}

/** Starts and ends sharing through a second listener. */
export function makeSharing(sharing: Sharing, host: Host): Pick<RunningServer, 'share' | 'stopSharing'> {
  const { log } = host;
  return {
    share: async (asked) => {
      const address = await findCertificate(asked, host);
      const port = await sharing.start(address);
      const { tls } = address;
      log.info({ event: 'shared', host: asked.host, port, encrypted: tls !== null });
      return { port, fingerprint: tls === null ? null : new X509Certificate(tls.cert).fingerprint256 };
    },
    stopSharing: async () => {
      await sharing.stop(sharingDrainMilliseconds);
      log.info({ event: 'sharing_stopped' });
    },
  };
}

async function findCertificate({ tls, ...address }: ShareRequest, host: Host): Promise<SharedAddress> {
  if (tls !== 'own') return { ...address, tls };
  const own = await openOwn(host, [address.host, ...address.names]);
  return { ...address, names: own.names, tls: own };
}
