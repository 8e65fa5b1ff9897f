/** Kinds of detection of a test, the strongest first, then the reaction. */
export const factKinds = ['prevented', 'alerted', 'logged', 'detected', 'responded'] as const;
export type FactKind = (typeof factKinds)[number];

/** From the best to none. */
export const factResults = ['yes', 'partial', 'no', 'not_applicable', 'not_tested'] as const;
export type FactResult = (typeof factResults)[number];

export const severities = ['informational', 'low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** How much a detection says, as in the ATT&CK Evaluations of MITRE: https://evals.mitre.org/methodology-overview. */
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

/** Of each kind that something is known of, the best result. */
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

/** Takes the facts of a test, returns the best result of each kind that they speak of. */
export function summarise(facts: readonly Pick<Observed, 'kind' | 'result'>[]): Brief {
  const brief: Brief = {};
  for (const kind of factKinds) {
    const results = new Set(facts.filter((fact) => fact.kind === kind).map(({ result }) => result));
    const best = factResults.find((result) => results.has(result));
    if (best !== undefined) brief[kind] = best;
  }
  return brief;
}

/** Takes the facts of a test, returns of each kind its best result, when it was first seen, and by which tools; null for none. */
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

/** Takes an outcome as the detail of a test has it, returns it in brief, as lists have it. */
export function toBrief(outcome: Outcome | null): Brief | null {
  if (outcome === null) return null;
  const known = factKinds.flatMap((kind) => (outcome[kind] === null ? [] : [[kind, outcome[kind].result]]));
  return Object.fromEntries(known) as Brief;
}

/**
 * Takes what is known of each kind, returns the detection level that follows from it, or null while a question is open
 * (docs/figures.md, "Classes"). What was not tested is not missed.
 */
export function deriveLevel(brief: Brief): LevelKey | null {
  const { prevented, alerted, logged, detected } = brief;
  if (prevented === 'yes') return 'prevented';
  if (alerted === 'yes' || detected === 'yes') return 'alerted';
  if ([prevented, alerted, logged, detected].some(isSighting)) return 'logged';
  // Where neither applies, nobody could have seen it: that is no miss.
  const isMissed = isUnseen(alerted) && isUnseen(logged) && (alerted === 'no' || logged === 'no');
  return isMissed ? 'not_detected' : null;
}

/** Whether somebody answered that it was not seen, or could not be. */
function isUnseen(result: FactResult | undefined): boolean {
  return result === 'no' || result === 'not_applicable';
}

/** Whether an attack of this class was prevented or detected. */
export function isStopped(found: LevelKey | null): boolean {
  return found === 'prevented' || found === 'alerted';
}

/** Kinds without which an attack that nobody saw is not judged. */
export const decidingKinds = ['alerted', 'logged'] as const satisfies readonly FactKind[];

/** Whether nobody has answered a question: there is no fact of the kind, or it was not tested. */
export function isOpen(result: FactResult | undefined): boolean {
  return result === undefined || result === 'not_tested';
}

/**
 * Takes the level of a run and what is known of each kind, returns its class: the level that was set, or else what follows from
 * the facts; null where it is not judged.
 */
export function classify(level: LevelKey | null, brief: Brief | null): LevelKey | null {
  return level ?? (brief === null ? null : deriveLevel(brief));
}

/** Takes the class of a run and what is known of each kind, returns the questions that keep it from being judged. */
export function listOpenQuestions(
  found: LevelKey | null,
  brief: Brief | null,
): (typeof decidingKinds)[number][] {
  return found === null ? decidingKinds.filter((kind) => isOpen(brief?.[kind])) : [];
}

/**
 * Takes the kinds that are expected of a test and what is known of each kind, returns the questions that wait for an answer: those
 * that are expected, and those without which it is not judged. Where nothing is expected, all that decide are asked.
 */
export function listUnanswered(expected: readonly FactKind[], brief: Brief): FactKind[] {
  const deciding = expected.length === 0 ? decidingKinds : listOpenQuestions(deriveLevel(brief), brief);
  const asked: readonly FactKind[] = [...expected, ...deciding];
  return factKinds.filter((kind) => asked.includes(kind) && isOpen(brief[kind]));
}

/**
 * Whether a time was given by a person: null for one that was typed with the fact, true where it was confirmed, false where it is
 * only known when the fact was recorded.
 */
export type TimeConfirmed = boolean | null;

/** Takes the facts of a test, returns the earliest given time at which it was alerted or detected, or null. */
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
 * Takes a test's verdict and its facts before and after a change of them, returns the verdict after it. A level that a person set
 * stays, and so does a time that the facts before did not give.
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

/** Times are ISO 8601 UTC of one form, which sorts as the time does. */
function findEarliest(facts: readonly Observed[]): string | null {
  return facts
    .map(({ at }) => at)
    .filter((at) => at !== null)
    .reduce<string | null>((first, at) => (first === null || at < first ? at : first), null);
}
