import type { Side } from '../../../../domain/sides.ts';
import type { DetectionLevel } from '../../../../server/detection-levels/contract.ts';
import type { Mission, MissionTest } from '../../../../server/missions/contract.ts';
import type { FieldContext } from '../../../ui/record/fields.tsx';
import type { Steps } from '../../../ui/record/use-steps.ts';
import type { Evidence } from '../../evidence/use-evidence.tsx';
import type { TestPlan } from '../edit/use-test-plan.tsx';
import type { TestRemedy } from '../remediation/use-test-remediations.ts';
import type { Runs } from '../runs/use-runs.tsx';
import type { TestField } from './test-record.ts';
import type { SuggestedCommand } from './use-suggested-command.ts';
import type { SuggestedFields } from './use-suggestions.ts';
import type { TestMoves } from './use-test-moves.tsx';

export type TestViewProps = FieldContext<TestField> & {
  test: MissionTest;
  mission: Mission | null;
  levels: DetectionLevel[];
  /** Whether the test is shown next to the table of its mission, which is then the page. */
  isBeside: boolean;
  steps: Steps;
  search: string;
  /** The search of the mission that the breadcrumb leads to. */
  missionSearch: string;
  may: (side: Side) => boolean;
  moves: TestMoves;
  runs: Runs;
  evidence: Evidence;
  /** Whether this person may assign tests and change their plan. */
  mayAssign: boolean;
  mayPlan: boolean;
  onVariables: (() => void) | null;
  /** Null for people who may not set expectations. */
  onExpect: (() => void) | null;
  remedy: TestRemedy;
  plan: TestPlan;
  suggested: SuggestedFields;
  command: SuggestedCommand;
};
