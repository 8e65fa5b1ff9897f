import { longestClockRun, mostClockSeconds, mostClocks } from '../../../domain/alerts.ts';
import { type HostName, readHosts } from '../alerts/normal.ts';
import type { ConfirmedClock, HostClock, MeasuredClock } from './contract.ts';

/** An accepted alert and the run that it belongs to; times in milliseconds. */
export type Pair = {
  /** As the alert names them. */
  hosts: readonly string[];
  at: number;
  test_id: string;
  run: number;
  start: number;
  /** Null if it is not known. */
  end: number | null;
};

/** Takes the name or address of a host, returns the form in which its clock is kept; null if it is none, or several. */
export function toHost(text: string): string | null {
  const { names, addresses } = readHosts([text]);
  const [host, other] = [...names.map(toName), ...addresses];
  return host === undefined || other !== undefined ? null : host;
}

const toName = ({ short, full }: HostName): string => full ?? short;

const second = 1000;

/**
 * Takes accepted alerts with their runs, returns by how much the clock of each host is ahead. A run counts once, with its first
 * alert. Long runs, alerts that name several hosts, and differences beyond those of time zones say nothing.
 */
export function measureClocks(pairs: readonly Pair[]): Map<string, MeasuredClock> {
  const read = pairs.flatMap((pair) => {
    const { start, end, at } = pair;
    const isShort = end === null || end - start <= longestClockRun * second;
    const isNear = Math.abs(at - start) <= mostClockSeconds * second;
    return isShort && isNear ? [{ pair, ...readHosts(pair.hosts) }] : [];
  });
  const domains = new Map<string, Set<string>>();
  for (const { names } of read) {
    for (const { short, full } of names) {
      const known = domains.get(short) ?? new Set<string>();
      domains.set(short, known);
      if (full !== null) known.add(full);
    }
  }
  const firsts = new Map<string, Map<string, number>>();
  for (const { pair, names, addresses } of read) {
    const host = nameHost(names, addresses, domains);
    if (host === null) continue;
    const ofHost = firsts.get(host) ?? new Map<string, number>();
    firsts.set(host, ofHost);
    const run = `${pair.test_id}/${pair.run}`;
    const seconds = (pair.at - pair.start) / second;
    ofHost.set(run, Math.min(seconds, ofHost.get(run) ?? seconds));
  }
  return new Map([...firsts].map(([host, ofRuns]) => [host, summarise([...ofRuns.values()])]));
}

/** The one host of an alert; null for none or several, and for a name that is a host of several domains. */
function nameHost(
  names: readonly HostName[],
  addresses: readonly string[],
  domains: ReadonlyMap<string, ReadonlySet<string>>,
): string | null {
  const [short, other] = new Set(names.map((name) => name.short));
  if (other !== undefined) return null;
  if (short === undefined) return addresses.length === 1 ? (addresses[0] as string) : null;
  const [own, second] = new Set(names.flatMap(({ full }) => full ?? []));
  if (second !== undefined) return null;
  const [only, another] = domains.get(short) ?? [];
  return own ?? (another === undefined ? (only ?? short) : null);
}

function summarise(differences: readonly number[]): MeasuredClock {
  const sorted = differences.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
  const spread = Math.round((sorted.at(-1) as number) - (sorted[0] as number));
  // Never -0.
  return { seconds: Math.round(median) || 0, pairs: sorted.length, spread };
}

/** Takes the confirmed clocks and the measured ones, returns those of each host by name, not more than a mission may have. */
export function listHosts(
  confirmed: ReadonlyMap<string, ConfirmedClock>,
  measured: ReadonlyMap<string, MeasuredClock>,
): HostClock[] {
  const others = [...measured].filter(([host]) => !confirmed.has(host));
  const most = others.sort(([, a], [, b]) => b.pairs - a.pairs).slice(0, mostClocks);
  return [...confirmed.keys(), ...most.map(([host]) => host)]
    .sort()
    .map((host) => ({ host, confirmed: confirmed.get(host) ?? null, measured: measured.get(host) ?? null }));
}

/** The confirmed clocks of a mission, for the hosts that alerts name. */
export class KnownClocks {
  readonly #names = new Map<string, { full: string | null; seconds: number }[]>();
  readonly #addresses = new Map<string, number>();

  constructor(clocks: Iterable<readonly [host: string, seconds: number]>) {
    for (const [host, seconds] of clocks) {
      const { names, addresses } = readHosts([host]);
      for (const address of addresses) this.#addresses.set(address, seconds);
      for (const { short, full } of names) {
        const some = this.#names.get(short) ?? [];
        this.#names.set(short, [...some, { full, seconds }]);
      }
    }
  }

  /** Seconds by which the clock of the first known of these hosts is ahead; null if none is known. */
  find(names: readonly HostName[], addresses: readonly string[]): number | null {
    for (const { short, full } of names) {
      const alike = this.#names.get(short) ?? [];
      const same = alike.find((one) => one.full === full);
      // One of them without its domain; of several domains it could be any.
      const like = alike.filter((one) => one.full === null || full === null);
      const found = same ?? (like.length === 1 ? like[0] : undefined);
      if (found !== undefined) return found.seconds;
    }
    return addresses.map((address) => this.#addresses.get(address)).find((one) => one !== undefined) ?? null;
  }
}
