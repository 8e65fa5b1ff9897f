import type { AttackResult } from './missions.ts';

/** Kinds of detection of a test, the strongest first, then the reaction. */
export const factKinds = ['prevented', 'alerted', 'logged', 'detected', 'responded'] as const;
export type FactKind = (typeof factKinds)[number];

/** From the best to none. */
export const factResults = ['yes', 'partial', 'no', 'not_applicable', 'not_tested'] as const;
export type FactResult = (typeof factResults)[number];

export const severities = ['informational', 'low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** Specificity of a detection, as in the ATT&CK Evaluations of MITRE: https://evals.mitre.org/methodology-overview. */
export const detectionCategories = ['none', 'telemetry', 'general', 'tactic', 'technique'] as const;
export type DetectionCategory = (typeof detectionCategories)[number];
export const detectionModifiers = ['delayed', 'config_change', 'correlated', 'residual_artifact'] as const;
export type DetectionModifier = (typeof detectionModifiers)[number];

/** Source of a test's detection level: a person, or its facts. */
export const levelSources = ['set', 'derived'] as const;
export type LevelSource = (typeof levelSources)[number];

/** From the worst to the best. */
export const levelKeys = ['not_detected', 'logged', 'alerted', 'prevented'] as const;
export type LevelKey = (typeof levelKeys)[number];

/** The best result of each known kind. */
export type Brief = { [K in FactKind]?: FactResult | undefined };

type Observed = { kind: FactKind; result: FactResult; at: string | null };
type Timed = Observed & { time_confirmed?: TimeConfirmed };
type Named = { id: string; name: string };
type KindOutcome = { result: FactResult; at: string | null; tools: Named[] };
export type Outcome = Record<FactKind, KindOutcome | null>;

/** Whether something was seen at all. */
export function isSighting(result: FactResult | undefined): boolean {
  return result === 'yes' || result === 'partial';
}

/** Takes the facts of a test, returns the best result of each kind in them. */
export function summarise(facts: readonly Pick<Observed, 'kind' | 'result'>[]): Brief {
  const brief: Brief = {};
  for (const kind of factKinds) {
    const results = new Set(facts.filter((fact) => fact.kind === kind).map(({ result }) => result));
    const best = factResults.find((result) => results.has(result));
    if (best !== undefined) brief[kind] = best;
  }
  return brief;
}

/** Takes the facts of a test, returns for each kind its best result, first time and tools; null for kinds without a fact. */
export function findOutcome(facts: readonly (Observed & { tool: Named | null })[]): Outcome {
  const brief = summarise(facts);
  const ofKind = (kind: FactKind): KindOutcome | null => {
    const result = brief[kind];
    if (result === undefined) return null;
    const seen = facts.filter((fact) => fact.kind === kind && isSighting(fact.result));
    const tools = new Map(seen.flatMap(({ tool }) => (tool === null ? [] : [[tool.id, tool]])));
    return { result, at: findEarliest(seen), tools: [...tools.values()] };
  };
  return {
    prevented: ofKind('prevented'),
    alerted: ofKind('alerted'),
    logged: ofKind('logged'),
    detected: ofKind('detected'),
    responded: ofKind('responded'),
  };
}

/** Takes an outcome in detailed form, returns the brief form used in lists. */
export function toBrief(outcome: Outcome | null): Brief | null {
  if (outcome === null) return null;
  const known = factKinds.flatMap((kind) => (outcome[kind] === null ? [] : [[kind, outcome[kind].result]]));
  return Object.fromEntries(known) as Brief;
}

/**
 * Takes the brief of a test, returns the derived detection level, or null while a question is open (docs/figures.md, "Classes").
 * Not tested is not missed.
 */
export function deriveLevel(brief: Brief): LevelKey | null {
  const { prevented, alerted, logged, detected } = brief;
  if (prevented === 'yes') return 'prevented';
  if (alerted === 'yes' || detected === 'yes') return 'alerted';
  if ([prevented, alerted, logged, detected].some(isSighting)) return 'logged';
  // If neither applies, nobody could have seen the attack, so it is not a miss.
  const isMissed = isUnseen(alerted) && isUnseen(logged) && (alerted === 'no' || logged === 'no');
  return isMissed ? 'not_detected' : null;
}

/** Whether the attack was not seen, or could not be seen. */
function isUnseen(result: FactResult | undefined): boolean {
  return result === 'no' || result === 'not_applicable';
}

/** Whether an attack of this class was prevented or detected. */
export function isStopped(found: LevelKey | null): boolean {
  return found === 'prevented' || found === 'alerted';
}

/** Whether the two sides contradict each other: an attack that was prevented did not succeed. */
export function isContradiction(attack: AttackResult | null, found: LevelKey | null): boolean {
  return attack === 'succeeded' && found === 'prevented';
}

/** Kinds needed to judge an undetected attack. */
export const decidingKinds = ['alerted', 'logged'] as const satisfies readonly FactKind[];

/** Whether a question is unanswered: there is no fact of the kind, or it was not tested. */
export function isOpen(result: FactResult | undefined): boolean {
  return result === undefined || result === 'not_tested';
}

/**
 * Takes the level of a run and its brief, returns its class: the level set, or else the derived one; null when it is not judged.
 */
export function classify(level: LevelKey | null, brief: Brief | null): LevelKey | null {
  return level ?? (brief === null ? null : deriveLevel(brief));
}

/** Takes the class of a run and its brief, returns the questions that prevent a verdict. */
export function listOpenQuestions(
  found: LevelKey | null,
  brief: Brief | null,
): (typeof decidingKinds)[number][] {
  return found === null ? decidingKinds.filter((kind) => isOpen(brief?.[kind])) : [];
}

/**
 * Takes the expected kinds of a test and its brief, returns the unanswered questions: expected ones, and those needed for a
 * verdict. Without expectations, all deciding questions are asked.
 */
export function listUnanswered(expected: readonly FactKind[], brief: Brief): FactKind[] {
  const deciding = expected.length === 0 ? decidingKinds : listOpenQuestions(deriveLevel(brief), brief);
  const asked: readonly FactKind[] = [...expected, ...deciding];
  return factKinds.filter((kind) => asked.includes(kind) && isOpen(brief[kind]));
}

/** Whether a person gave a time: null when typed with the fact, true when confirmed, false when only known from recording. */
export type TimeConfirmed = boolean | null;

/** Takes the facts of a test, returns the earliest given time of an alert or detection, or null. */
export function deriveDetectedAt(facts: readonly Timed[]): string | null {
  return findEarliest(
    facts.filter(
      ({ kind, result, time_confirmed }) =>
        (kind === 'alerted' || kind === 'detected') && isSighting(result) && time_confirmed !== false,
    ),
  );
}

/** Detection data of a test beside its facts. */
export type Verdict = {
  level: LevelKey | null;
  source: LevelSource | null;
  detected_at: string | null;
};

/**
 * Takes a test's verdict and its facts before and after a change, returns the new verdict. A level set by a person stays, and so
 * does a time that did not come from the facts.
 */
export function followFacts(verdict: Verdict, before: readonly Timed[], after: readonly Timed[]): Verdict {
  if (verdict.source === 'set') return verdict;
  const level = deriveLevel(summarise(after));
  const isOfFacts = verdict.detected_at === null || verdict.detected_at === deriveDetectedAt(before);
  return {
    level,
    source: level === null ? null : 'derived',
    detected_at: isOfFacts ? deriveDetectedAt(after) : verdict.detected_at,
  };
}

/** ISO 8601 UTC times in one form, which sort by time. */
function findEarliest(facts: readonly Observed[]): string | null {
  return facts
    .map(({ at }) => at)
    .filter((at) => at !== null)
    .reduce<string | null>((first, at) => (first === null || at < first ? at : first), null);
}
