import type { TestTable } from './test-table.ts';
import { languages } from './words/languages.ts';

/** Display preferences of a person: stored with the account, so that they are the same in each browser and outlive a session. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Whether times are in the viewer's zone or in UTC. */
export const timeZones = ['local', 'utc'] as const;
export type TimeZone = (typeof timeZones)[number];

/** A person's language; `browser`: the first supported one in the browser's preferences. */
export const languageChoices = ['browser', ...languages] as const;
export type LanguageChoice = (typeof languageChoices)[number];

/** Hours of the clock; `language`: as usual in the person's language. */
export const clocks = ['language', '12', '24'] as const;
export type Clock = (typeof clocks)[number];

/** Row height of tables. */
export const densities = ['compact', 'comfortable'] as const;
export type Density = (typeof densities)[number];

/** State of the first steps, shown on Home until they are done or hidden. */
export const firstStepsStates = ['shown', 'put_away'] as const;
export type FirstStepsState = (typeof firstStepsStates)[number];

export type Preferences = {
  theme: Theme;
  time_zone: TimeZone;
  language: LanguageChoice;
  clock: Clock;
  density: Density;
  test_table: TestTable;
  first_steps: FirstStepsState;
};

export const defaultPreferences: Preferences = {
  theme: 'system',
  time_zone: 'local',
  language: 'browser',
  clock: 'language',
  density: 'compact',
  test_table: { columns: null, views: [] },
  first_steps: 'shown',
};
