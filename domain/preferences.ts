import type { TestTable } from './test-table.ts';
import { languages } from './words/languages.ts';

/** How a person wants to be shown things: kept with the account, so that it is the same in each browser and outlives a session. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Whether times are those of the viewer's place or of UTC. */
export const timeZones = ['local', 'utc'] as const;
export type TimeZone = (typeof timeZones)[number];

/** A person's language; `browser`: the first that their browser asks for and Damson speaks. */
export const languageChoices = ['browser', ...languages] as const;
export type LanguageChoice = (typeof languageChoices)[number];

/** Hours of the clock; `language`: as the person's language has them. */
export const clocks = ['language', '12', '24'] as const;
export type Clock = (typeof clocks)[number];

/** How close the lines of a table stand. */
export const densities = ['compact', 'comfortable'] as const;
export type Density = (typeof densities)[number];

/** The steps to a first mission, which Home shows until they are done or put away. */
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
