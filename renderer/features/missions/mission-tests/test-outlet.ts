import type { Side } from '../../../../domain/sides.ts';
import type { DetectionLevel } from '../../../../server/detection-levels/contract.ts';
import type { Mission, MissionTest } from '../../../../server/missions/contract.ts';
import type { FieldWriter } from '../../../ui/record/field-writer.ts';
import type { TestField } from './test-record.ts';

/** Context of a test's page for its side panels. */
export type TestPageContext = {
  test: MissionTest;
  mission: Mission | null;
  levels: readonly DetectionLevel[];
  writer: FieldWriter<TestField>;
  may: (side: Side) => boolean;
};
