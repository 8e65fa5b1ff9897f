import { listReachableAddresses } from '../reachable-addresses.ts';
import { isOnLoopback, type Settings } from '../settings.ts';
import { toHostHeader } from './guard.ts';

/**
 * `urls`: what a team types to reach the server. `unanswered`: addresses of this computer on which it listens without answering,
 * since requests to a name or address that it was not told of are refused.
 */
export type TeamAddresses = { urls: string[]; unanswered: string[] };

/**
 * How a team reaches a server that answers to `names` (as they stand in Host headers) and listens on `port`; nothing of a server
 * on loopback without a proxy. Behind a proxy these are the proxy's names, on the port that they name.
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
