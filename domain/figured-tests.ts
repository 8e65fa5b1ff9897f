import type { NamedRule } from './detection-rules.ts';
import type { ExpectationJudgement, ExpectedLevel } from './expectations.ts';
import type {
  DetectionCategory,
  FactKind,
  FactResult,
  LevelKey,
  Severity,
  TimeConfirmed,
} from './outcomes.ts';

/** Events with a time, measured from the execution. */
export const timedKinds = ['prevention', 'log', 'alert', 'detection', 'response'] as const;
export type TimedKind = (typeof timedKinds)[number];

export type FiguredFact = {
  kind: FactKind;
  result: FactResult;
  at: string | null;
  time_confirmed: TimeConfirmed;
  tool: { id: string; name: string } | null;
  category: DetectionCategory | null;
  severity: Severity | null;
  modifiers: readonly string[];
} & Partial<NamedRule>;

/** A run of a test, or a simulation, as needed for figures. */
export type FiguredTest = {
  /** Whether the test was executed; a blocked one was not. */
  attempted: boolean;
  executed_at: string | null;
  level: LevelKey | null;
  detected_at: string | null;
  facts: readonly FiguredFact[];
  expectations: readonly ExpectationJudgement[];
  /** The test's best expectation; null when no detection is expected. */
  expected_level: ExpectedLevel | null;
  /** The tools named in the test's expectations. */
  expected_tools: readonly { id: string; name: string }[];
};
