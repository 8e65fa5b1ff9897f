// Threat-led penetration tests under Delegated Regulation (EU) 2025/1190; article numbers refer to it.

import { addDays } from './days.ts';

/** Parties and the name of a test, each as a text. */
export const tlptTexts = [
  'code_name',
  'authority',
  'test_managers',
  'control_team_lead',
  'control_team',
  'intelligence_provider',
  'red_team_provider',
] as const;
export type TlptText = (typeof tlptTexts)[number];

export const tlptPhases = ['preparation', 'intelligence', 'testing', 'closure'] as const;
export type TlptPhase = (typeof tlptPhases)[number];

/**
 * Deadlines of deliveries and meetings: this many weeks after the end of the active phase, or after the authority's notification.
 */
export const tlptDeadlines = [
  { key: 'red_report', article: '12(2)', from: 'testing_end', weeks: 4 },
  { key: 'blue_report', article: '12(4)', from: 'testing_end', weeks: 10 },
  { key: 'replay', article: '12(5)', from: 'testing_end', weeks: 10 },
  { key: 'purple_teaming', article: '12(5)', from: 'testing_end', weeks: 10 },
  { key: 'summary', article: '12(7)', from: 'notified_on', weeks: 8 },
  { key: 'remediation_plan', article: '13(1)', from: 'notified_on', weeks: 8 },
] as const;
export type TlptDeadline = (typeof tlptDeadlines)[number];

/** Minimum duration of the active phase, by Article 11(5). */
export const shortestActivePhase = 12;

type PhaseDay = `${TlptPhase}_${'start' | 'end'}`;
type DoneDay = `${TlptDeadline['key']}_on`;

/** Completion dates, in the order of the deadlines. */
export const doneDays = tlptDeadlines.map(({ key }): DoneDay => `${key}_on`);
export const phaseDays = tlptPhases.flatMap((phase): PhaseDay[] => [`${phase}_start`, `${phase}_end`]);

/** Every date of a test, `YYYY-MM-DD`; `notified_on` is the authority's notification that both reports are complete (12(7)). */
export const tlptDays: readonly TlptDay[] = [...phaseDays, 'notified_on', ...doneDays];
export type TlptDay = PhaseDay | DoneDay | 'notified_on';

/** The lists of a test. */
export const tlptLists = ['entities', 'functions', 'flags', 'leg_ups', 'deviations'] as const;
export type TlptList = (typeof tlptLists)[number];

/** `late` means unfinished after the due date. */
export type DeadlineState = 'open' | 'done' | 'late';

/** Takes the dates of a test and today, returns the deadlines with their states, in the order of the regulation. */
export function listDeadlines(days: Readonly<Record<TlptDay, string | null>>, today: string) {
  return tlptDeadlines.map(({ key, article, from, weeks }) => {
    const begin = days[from];
    const due_on = begin === null ? null : addDays(begin, 7 * weeks);
    const done_on = days[`${key}_on`];
    const isLate = due_on !== null && due_on < today;
    const state: DeadlineState = done_on !== null ? 'done' : isLate ? 'late' : 'open';
    return { key, article, due_on, done_on, state };
  });
}

/** The earliest end of the active phase by Article 11(5); null when its start is unknown. */
export function findEarliestEnd({ testing_start }: { testing_start: string | null }): string | null {
  return testing_start === null ? null : addDays(testing_start, 7 * shortestActivePhase);
}
