import { listReachableAddresses } from '../reachable-addresses.ts';
import { isOnLoopback, type Settings } from '../settings.ts';
import { toHostHeader } from './guard.ts';

/**
 * `urls`: addresses for the team. `unanswered`: addresses of this computer on which it listens without answering, since requests
 * to unknown names or addresses are refused.
 */
export type TeamAddresses = { urls: string[]; unanswered: string[] };

/**
 * Addresses for a team of a server that answers to `names` (as in Host headers) and listens on `port`; none for a server on
 * loopback without a proxy. Behind a proxy these are the proxy's names, with their port.
 */
export function listTeamAddresses(
  settings: Pick<Settings, 'host' | 'publicHosts' | 'trustProxy' | 'tls'>,
  names: Iterable<string>,
  port: number,
  addresses = listReachableAddresses(),
): TeamAddresses {
  const isTeams = (name: string): boolean => !/^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/.test(name);
  if (settings.trustProxy > 0) {
    return { urls: settings.publicHosts.filter(isTeams).map((name) => `https://${name}`), unanswered: [] };
  }
  if (isOnLoopback(settings.host)) return { urls: [], unanswered: [] };
  const known = [...names].filter(isTeams);
  const scheme = settings.tls === 'own' ? 'https' : 'http';
  const urls = known.map(
    (name) => `${scheme}://${/[^:]:\d+$|\]:\d+$/.test(name) ? name : `${name}:${port}`}`,
  );
  const isAll = ['0.0.0.0', '::', ''].includes(settings.host);
  const unanswered = addresses
    .map(({ address }) => address)
    .filter((address) => isAll && !known.some((name) => isHost(name, toHostHeader(address))));
  return { urls, unanswered };
}

const isHost = (name: string, host: string): boolean => name === host || name.startsWith(`${host}:`);
