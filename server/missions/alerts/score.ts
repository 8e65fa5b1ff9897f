import { type AlertReason, alertPoints, alertTimes } from '../../../domain/alerts.ts';
import type { HostName } from './normal.ts';

/** An alert in the form in which it is compared. */
export type ReadyAlert = {
  id: string;
  /** Milliseconds, corrected by the clock of its host; null if no time is known. */
  at: number | null;
  /** Seconds by which the clock of its host is ahead, as a person has confirmed; null if nobody has. */
  clock: number | null;
  /** Whether only the time is known at which the alert was made. */
  isRecorded: boolean;
  hosts: readonly HostName[];
  addresses: readonly string[];
  users: readonly string[];
  pids: readonly number[];
  parents: readonly number[];
  techniques: readonly string[];
  rules: readonly string[];
  words: ReadonlySet<string>;
};

/** A run of a test in the form in which alerts are compared with it. */
export type ReadyRun = {
  test_id: string;
  run: number;
  start: number;
  /** Null if it is not known. */
  end: number | null;
  hosts: readonly HostName[];
  addresses: readonly string[];
  users: readonly string[];
  pid: number | null;
  techniques: readonly string[];
  /** Names and ids of rules that have fired for this test. */
  rules: ReadonlySet<string>;
  words: ReadonlySet<string>;
  cleanup: ReadonlySet<string>;
};

/** Values of the alert and of the run; `seconds` count from the start of the run. */
export type Reason = {
  kind: AlertReason;
  points: number;
  alert: string | null;
  test: string | null;
  seconds: number | null;
};

export type Comparing = {
  /** Weight of a word of a command: the rarer, the higher. */
  weigh: (word: string) => number;
  /** The weight of all words of a command of a run. */
  weighRun: (words: ReadonlySet<string>) => number;
  /** Whether a word is in the commands of one run only. */
  isOnce: (word: string) => boolean;
};

type Finding = Omit<Reason, 'points'>;
const found = (kind: AlertReason, fields: Partial<Finding> = {}): Finding => ({
  kind,
  alert: null,
  test: null,
  seconds: null,
  ...fields,
});

/** Takes an alert and a run, returns the points with their reasons, the weightiest first. */
export function score(
  alert: ReadyAlert,
  run: ReadyRun,
  comparing: Comparing,
): { points: number; reasons: Reason[] } {
  const time = judgeTime(alert, run);
  const findings = [
    judgeHost(alert, run),
    time,
    judgeProcess(alert, run, isInLife(time)),
    judgeTechnique(alert, run),
    judgeRule(alert, run),
    ...judgeCommand(alert, run, comparing),
    judgeUser(alert, run),
  ].filter((finding) => finding !== null);
  const reasons = findings
    .map((finding): Reason => {
      const isHalf = alert.isRecorded && finding.kind.startsWith('time_');
      return { ...finding, points: Math.round(alertPoints[finding.kind] / (isHalf ? 2 : 1)) };
    })
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const points = reasons.reduce((sum, { points: some }) => sum + some, 0);
  return { points: Math.max(0, points), reasons };
}

const fullName = ({ short, full }: HostName): string => full ?? short;
const netBiosLength = 15;

function judgeHost(alert: ReadyAlert, run: ReadyRun): Finding | null {
  let best: Finding | null = null;
  for (const mine of alert.hosts) {
    for (const theirs of run.hosts) {
      const kind = compareHosts(mine, theirs);
      const isBetter = best === null || alertPoints[kind] > alertPoints[best.kind];
      if (isBetter) best = found(kind, { alert: fullName(mine), test: fullName(theirs) });
    }
  }
  const address = alert.addresses.find((one) => run.addresses.includes(one));
  if (address === undefined || (best !== null && alertPoints[best.kind] > alertPoints.host_address))
    return best;
  return found('host_address', { alert: address, test: address });
}

function compareHosts(a: HostName, b: HostName) {
  if (a.short === b.short) {
    if (a.full === b.full) return 'host_same';
    return a.full === null || b.full === null ? 'host_name' : 'host_other';
  }
  return isCut(a.short, b.short) || isCut(b.short, a.short) ? 'host_cut' : 'host_other';
}

function isCut(short: string, whole: string): boolean {
  return short.length === netBiosLength && whole.startsWith(short);
}

/** Whether an alert is of another host, with nothing of the run itself in it. */
export function isElsewhere(alert: ReadyAlert, run: ReadyRun): boolean {
  if (run.pid !== null && (alert.pids.includes(run.pid) || alert.parents.includes(run.pid))) return false;
  return judgeHost(alert, run)?.kind === 'host_other';
}

const second = 1000;
const halfHour = 1800;
/** The widest time zone, in half hours. */
const mostHalfHours = 28;

function judgeTime({ at, clock }: ReadyAlert, run: ReadyRun): Finding | null {
  if (at === null) return null;
  const seconds = (at - run.start) / second;
  const duration = durationOf(run);
  const after = seconds - duration;
  const uncertain = clock === null ? alertTimes.clocks : alertTimes.confirmedClock;
  const told = { seconds: Math.round(seconds) };
  if (seconds >= -alertTimes.slack && after <= 0) return found('time_within', told);
  if (after > 0 && after <= alertTimes.soon) return found('time_soon', told);
  if (after > 0 && after <= alertTimes.later) return found('time_later', told);
  if (seconds < 0 && -seconds <= uncertain) return found('time_near', told);
  const halves = Math.round(seconds / halfHour);
  const off = seconds - halves * halfHour;
  const isZone = Math.abs(halves) >= 1 && Math.abs(halves) <= mostHalfHours;
  if (isZone && off >= -alertTimes.slack && off <= duration + alertTimes.slack)
    return found('time_zone', told);
  if (after > 0) return after <= alertTimes.late ? found('time_late', told) : null;
  return found('time_before', told);
}

/** In seconds. */
export function durationOf({ start, end }: Pick<ReadyRun, 'start' | 'end'>): number {
  return end === null ? alertTimes.unknownDuration : (end - start) / second;
}

function isInLife(time: Finding | null): boolean {
  return time === null || ['time_within', 'time_near', 'time_soon', 'time_zone'].includes(time.kind);
}

function judgeProcess({ pids, parents }: ReadyAlert, { pid }: ReadyRun, isNow: boolean): Finding | null {
  if (pid === null) return null;
  const fields = { alert: String(pid), test: String(pid) };
  if (pids.includes(pid)) return found(isNow ? 'process_same' : 'process_number', fields);
  return isNow && parents.includes(pid) ? found('process_parent', fields) : null;
}

function judgeTechnique({ techniques }: ReadyAlert, run: ReadyRun): Finding | null {
  const related = (isRelated: (a: string, b: string) => boolean) => {
    for (const alert of techniques) {
      const test = run.techniques.find((one) => isRelated(alert, one));
      if (test !== undefined) return { alert, test };
    }
    return null;
  };
  const same = related((a, b) => a === b);
  if (same !== null) return found('technique_same', same);
  const child = related((a, b) => a.startsWith(`${b}.`));
  if (child !== null) return found('technique_child', child);
  const parent = related((a, b) => b.startsWith(`${a}.`));
  if (parent !== null) return found('technique_parent', parent);
  const [alert] = techniques;
  const [test] = run.techniques;
  return alert !== undefined && test !== undefined ? found('technique_other', { alert, test }) : null;
}

function judgeRule({ rules }: ReadyAlert, run: ReadyRun): Finding | null {
  const known = rules.find((rule) => run.rules.has(rule));
  return known === undefined ? null : found('rule_known', { alert: known, test: known });
}

const sameFrom = 0.6;
const likeFrom = 0.3;
const shortestRareWord = 6;

function judgeCommand({ words }: ReadyAlert, run: ReadyRun, comparing: Comparing): (Finding | null)[] {
  if (words.size === 0) return [];
  const likeness = compare(words, run.words, comparing);
  const shared = [...words].filter((word) => run.words.has(word));
  const fields = { alert: shared.slice(0, 5).join(' '), test: null };
  const cleanup = compare(words, run.cleanup, comparing);
  const cleans = cleanup >= sameFrom && cleanup > likeness ? found('command_cleanup') : null;
  if (likeness >= sameFrom) return [found('command_same', fields), cleans];
  if (likeness >= likeFrom) return [found('command_like', fields), cleans];
  const rare = shared.find((word) => word.length >= shortestRareWord && comparing.isOnce(word));
  return [rare === undefined ? null : found('command_word', { alert: rare }), cleans];
}

/** Likeness of two sets of words by their weights, from 0 to 1. A child process has only a part of the command that started it. */
function compare(a: ReadonlySet<string>, b: ReadonlySet<string>, { weigh, weighRun }: Comparing): number {
  if (a.size === 0 || b.size === 0) return 0;
  let both = 0;
  let ofA = 0;
  for (const word of a) {
    const weight = weigh(word);
    ofA += weight;
    if (b.has(word)) both += weight;
  }
  if (both === 0) return 0;
  const part = a.size > 1 ? (0.9 * both) / ofA : 0;
  return Math.max(both / (ofA + weighRun(b) - both), part);
}

function judgeUser({ users }: ReadyAlert, run: ReadyRun): Finding | null {
  const [alert] = users;
  const [test] = run.users;
  if (alert === undefined || test === undefined) return null;
  const same = users.find((user) => run.users.includes(user));
  return same === undefined
    ? found('user_other', { alert, test })
    : found('user_same', { alert: same, test: same });
}
