import type { LevelKey } from '../outcomes.ts';
import type { Words } from '../words/words.ts';

/** Meaning of a shape, which sets its colour: an outcome, a side of the exercise, or neither. */
export type ColorRole =
  | LevelKey
  /** Nobody has judged it. */
  | 'open'
  /** Answers to a question: not part of any class, and without a class's colour. */
  | 'yes'
  | 'partly'
  | 'no'
  /** Change of a test from one mission to another: not part of any class either. */
  | 'better'
  | 'worse'
  | 'same'
  | 'only'
  | 'red'
  | 'blue'
  | 'ink'
  | 'muted'
  | 'grid'
  /** The background of a bar. */
  | 'track'
  /** The background of the whole drawing. */
  | 'surface'
  /** Text on the colour of an outcome. */
  | 'on_outcome';

export type Box = { x: number; y: number; width: number; height: number };

/** Drawn over a colour, for eyes and printers that can't distinguish colours. */
export type Pattern = 'lines' | 'dots' | 'hatch';

export type Shape =
  | ({
      kind: 'rect';
      role: ColorRole;
      pattern?: Pattern | null;
      radius?: number;
      opacity?: number;
      outline?: ColorRole;
    } & Box)
  | { kind: 'line'; role: ColorRole; x1: number; y1: number; x2: number; y2: number; width?: number }
  /** Stroked, never filled. */
  | { kind: 'path'; role: ColorRole; d: string; width?: number; dash?: string }
  | { kind: 'circle'; role: ColorRole; x: number; y: number; r: number; isHollow?: boolean }
  | {
      kind: 'text';
      role: ColorRole;
      x: number;
      /** Position of the baseline. */
      y: number;
      text: string;
      size?: number;
      anchor?: 'start' | 'middle' | 'end';
      isBold?: boolean;
    };

/** Names what a mark or a number of a chart counts: the meaning of `key` and `part` depends on the chart. */
export type Place = { key: string; part?: string };

/** A part with details. `count` is the number of tests that it leads to; null if it counts none, such as a moment or a mission. */
export type Target = Box & Place & { label: string; count: number | null };

/** A chart for the screen, a report and a file. */
export type Drawing = {
  title: string;
  /** Text under the title; null for none. */
  hint: string | null;
  /** The content in words, for people who can't see the drawing. */
  description: string;
  width: number;
  height: number;
  shapes: readonly Shape[];
  targets: readonly Target[];
  /** Parts within targets: the segments of bars. */
  parts?: readonly Target[];
  /** The content as a table; the first cell of a row names it. */
  table: {
    head: readonly string[];
    rows: readonly (readonly string[])[];
    /** Targets of the cells after the first of each row; null for none. */
    places?: readonly (readonly (Place | null)[])[];
  };
};

/** Width of a drawing in pixels, and its language; the content is laid out for that and keeps its size. */
export type Space = { words: Words; width?: number };

export const usualWidth = 720;
/** Below that width, text next to a bar goes above it. */
export const narrow = 480;

export const patternOf: Partial<Record<ColorRole, Pattern>> = {
  alerted: 'lines',
  logged: 'dots',
  not_detected: 'hatch',
  partly: 'dots',
  better: 'lines',
  worse: 'hatch',
  only: 'dots',
};

/** A box in the colour and pattern of its role. */
export function fill(role: ColorRole, box: Box, radius = 0): Shape {
  return { kind: 'rect', role, pattern: patternOf[role] ?? null, ...box, ...(radius > 0 ? { radius } : {}) };
}
