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

/**
 * Notes of the closure phase, each as a text: the topics for purple teaming that testers and blue team name (12(5)), and
 * the feedback that all give (12(6)).
 */
export const tlptNotes = [
  'red_topics',
  'blue_topics',
  'red_feedback',
  'blue_feedback',
  'control_feedback',
] as const;
export type TlptNote = (typeof tlptNotes)[number];

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

/**
 * Steps of the closure phase without a deadline: the blue team learns of the test, both reports are passed on, and the authority
 * notifies that they are complete.
 */
export const closureSteps = [
  { day: 'blue_informed_on', article: '12(1)' },
  { day: 'red_passed_on', article: '12(3)' },
  { day: 'blue_passed_on', article: '12(4)' },
  { day: 'notified_on', article: '12(7)' },
] as const;
type StepDay = (typeof closureSteps)[number]['day'];

/** Every date of a test, `YYYY-MM-DD`. */
export const tlptDays: readonly TlptDay[] = [
  ...phaseDays,
  ...closureSteps.map(({ day }) => day),
  ...doneDays,
];
export type TlptDay = PhaseDay | DoneDay | StepDay;

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
