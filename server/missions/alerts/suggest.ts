import {
  type AlertBand,
  type AlertReason,
  alertBands,
  alertTimes,
  bandPoints,
  clearLead,
  mostSuggestions,
} from '../../../domain/alerts.ts';
import {
  type Comparing,
  durationOf,
  isElsewhere,
  type ReadyAlert,
  type ReadyRun,
  type Reason,
  score,
} from './score.ts';

export type Suggestion = {
  test_id: string;
  run: number;
  band: AlertBand;
  points: number;
  reasons: Reason[];
};

export type Suggested = {
  alert_id: string;
  /** Seconds taken off its time; null if the clock of its host is not known. */
  clock: number | null;
  suggestions: Suggestion[];
};

/** Words of more runs than this lead to too many of them. */
const mostRunsOfWord = 20;
/** Runs that began before an alert and after it, the nearest; process, rule and words lead to others. */
const mostBefore = 80;
const mostAfter = 20;

/** Takes alerts and the runs of a mission, returns the best runs for each alert, the alerts with the best ones first. */
export function suggest(alerts: readonly ReadyAlert[], runs: readonly ReadyRun[]): Suggested[] {
  const index = new Runs(runs);
  const rarest = Math.log(1 + runs.length);
  const comparing: Comparing = {
    weigh: (word) => index.weights.get(word) ?? rarest,
    weighRun: (words) => index.weightOf(words),
    isOnce: (word) => index.ofWord.get(word)?.length === 1,
  };
  const suggested = alerts.map((alert): Suggested => {
    const scored: { run: ReadyRun; points: number; reasons: Reason[] }[] = [];
    for (const run of index.near(alert)) {
      if (isElsewhere(alert, run)) continue;
      const { points, reasons } = score(alert, run, comparing);
      if (points >= bandPoints.possible) scored.push({ run, points, reasons });
    }
    const best = scored.sort(
      (a, b) => b.points - a.points || distance(alert, a.run) - distance(alert, b.run),
    );
    const suggestions = best.slice(0, mostSuggestions).map(({ run, points, reasons }, place): Suggestion => {
      const other = place === 0 ? best[1]?.points : best[0]?.points;
      const isClear = other === undefined || points - other >= clearLead;
      const band = findBand(points, reasons, isClear);
      return { test_id: run.test_id, run: run.run, band, points, reasons };
    });
    return { alert_id: alert.id, clock: alert.clock, suggestions };
  });
  return suggested.sort((a, b) => rank(b) - rank(a));
}

function rank({ suggestions: [best] }: Suggested): number {
  return best === undefined ? -1 : 1000 * (alertBands.length - alertBands.indexOf(best.band)) + best.points;
}

function distance({ at }: ReadyAlert, { start }: ReadyRun): number {
  if (at === null) return 0;
  // The run that had started comes before one that had not.
  return at >= start ? at - start : 1e9 + start - at;
}

/** At least one of these has to speak for a run: time and technique fit many. */
const telling: readonly AlertReason[] = [
  'host_same',
  'host_name',
  'host_cut',
  'host_address',
  'process_same',
  'process_parent',
];
/** At least one of these has to speak for a sure one: the host and the time fit all that happens there. */
const specific: readonly AlertReason[] = ['process_same', 'process_parent', 'command_same', 'rule_known'];
/** None of these may speak against a sure one. */
const doubtful: readonly AlertReason[] = [
  'time_zone',
  'time_before',
  'time_late',
  'host_other',
  'command_cleanup',
];

function findBand(points: number, reasons: readonly Reason[], isClear: boolean): AlertBand {
  const has = (kinds: readonly AlertReason[]) => reasons.some(({ kind }) => kinds.includes(kind));
  const positive = reasons.filter(({ points: some }) => some > 0);
  if (!has(telling) || positive.length < 2 || points < bandPoints.likely) return 'possible';
  const isSure =
    points >= bandPoints.sure &&
    isClear &&
    has(specific) &&
    has(['time_within', 'time_soon', 'time_near', 'time_later']) &&
    !has(doubtful) &&
    (!has(['user_other']) || has(['process_same', 'process_parent']));
  return isSure ? 'sure' : 'likely';
}

/** The runs of a mission by what leads to them. */
class Runs {
  readonly weights = new Map<string, number>();
  readonly #weightOf = new Map<ReadonlySet<string>, number>();
  readonly ofWord = new Map<string, ReadyRun[]>();
  readonly #ofPid = new Map<number, ReadyRun[]>();
  readonly #ofRule = new Map<string, ReadyRun[]>();
  readonly #byStart: readonly ReadyRun[];
  /** Runs of more than an hour, which begin long before their alerts. */
  readonly #long: readonly ReadyRun[];
  /** The longest of the others, in seconds. */
  readonly #longest: number;

  constructor(runs: readonly ReadyRun[]) {
    for (const run of runs) {
      for (const word of run.words) put(this.ofWord, word, run);
      for (const rule of run.rules) put(this.#ofRule, rule, run);
      if (run.pid !== null) put(this.#ofPid, run.pid, run);
    }
    for (const [word, { length }] of this.ofWord) this.weights.set(word, Math.log(1 + runs.length / length));
    const rarest = Math.log(1 + runs.length);
    for (const { words, cleanup } of runs) {
      for (const some of [words, cleanup]) {
        let sum = 0;
        for (const word of some) sum += this.weights.get(word) ?? rarest;
        this.#weightOf.set(some, sum);
      }
    }
    this.#byStart = runs.toSorted((a, b) => a.start - b.start);
    this.#long = runs.filter((run) => durationOf(run) > alertTimes.late);
    this.#longest = runs
      .map(durationOf)
      .filter((duration) => duration <= alertTimes.late)
      .reduce((most, duration) => Math.max(most, duration), 0);
  }

  /** The weight of all words of a command of a run. */
  weightOf(words: ReadonlySet<string>): number {
    return this.#weightOf.get(words) ?? 0;
  }

  /** The runs that an alert can belong to. */
  near(alert: ReadyAlert): Set<ReadyRun> {
    const { at, pids, parents, rules, words, hosts } = alert;
    const near = new Set<ReadyRun>();
    const add = (runs: readonly ReadyRun[] | undefined) => {
      if (runs !== undefined && runs.length <= mostRunsOfWord) for (const run of runs) near.add(run);
    };
    for (const pid of [...pids, ...parents]) add(this.#ofPid.get(pid));
    for (const rule of rules) add(this.#ofRule.get(rule));
    for (const word of words) add(this.ofWord.get(word));
    if (at === null) {
      // Without a time, the host alone leads to runs.
      const names = new Set(hosts.map(({ short }) => short));
      for (const run of this.#byStart) if (run.hosts.some(({ short }) => names.has(short))) near.add(run);
      return near;
    }
    const from = at - (alertTimes.late + this.#longest) * 1000;
    const until = at + alertTimes.before * 1000;
    for (const run of this.#long) {
      if (run.start <= until && run.start + (durationOf(run) + alertTimes.late) * 1000 >= at) near.add(run);
    }
    const now = this.#firstFrom(at + 1);
    const take = (first: number, step: 1 | -1, most: number) => {
      let left = most;
      for (let place = first; left > 0; place += step) {
        const run = this.#byStart[place];
        if (run === undefined || run.start < from || run.start > until) break;
        if (isElsewhere(alert, run)) continue;
        near.add(run);
        left -= 1;
      }
    };
    take(now - 1, -1, mostBefore);
    take(now, 1, mostAfter);
    return near;
  }

  #firstFrom(time: number): number {
    let low = 0;
    let high = this.#byStart.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#byStart[middle] as ReadyRun).start < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function put<Key>(map: Map<Key, ReadyRun[]>, key: Key, run: ReadyRun): void {
  const some = map.get(key);
  if (some === undefined) map.set(key, [run]);
  else some.push(run);
}
