import type { LevelKey } from '../outcomes.ts';
import type { ColorRole } from './drawing.ts';

/** For screens, light and dark, and for print and export. */
export const chartThemes = ['light', 'dark', 'paper'] as const;
export type ChartTheme = (typeof chartThemes)[number];

export type Palette = Readonly<Record<ColorRole, string>>;

/** The colours of the detection levels, the same in every theme. */
const outcomes: Readonly<Record<LevelKey, string>> = {
  prevented: '#1f8a5b',
  alerted: '#6ea82e',
  logged: '#d9a406',
  not_detected: '#b45309',
};

export const palettes: Readonly<Record<ChartTheme, Palette>> = {
  light: {
    ...outcomes,
    open: '#aab0ba',
    yes: '#5b4b8a',
    partly: '#9b8fc4',
    no: '#d6d1e6',
    better: '#3b82c4',
    worse: '#c2410c',
    same: '#6b7280',
    only: '#d6d1e6',
    red: '#b3261e',
    blue: '#1d5fae',
    ink: '#1f2328',
    muted: '#5c6370',
    grid: '#dee2e6',
    track: '#e9ecef',
    surface: '#ffffff',
    on_outcome: '#000000',
  },
  dark: {
    ...outcomes,
    open: '#696f7a',
    yes: '#a99be0',
    partly: '#7668b5',
    no: '#4a4270',
    better: '#6aaee8',
    worse: '#e8733c',
    same: '#9aa3b2',
    only: '#4a4270',
    red: '#ff8a80',
    blue: '#82b6f5',
    ink: '#c9c9c9',
    muted: '#a3a9b5',
    grid: '#424242',
    track: '#3b3b3b',
    surface: '#242424',
    on_outcome: '#000000',
  },
  paper: {
    ...outcomes,
    open: '#aab0ba',
    yes: '#5b4b8a',
    partly: '#9b8fc4',
    no: '#d6d1e6',
    better: '#3b82c4',
    worse: '#c2410c',
    same: '#6b7280',
    only: '#d6d1e6',
    red: '#b3261e',
    blue: '#1d5fae',
    ink: '#000000',
    muted: '#444a55',
    grid: '#c8ccd2',
    track: '#eceef1',
    surface: '#ffffff',
    on_outcome: '#000000',
  },
};
