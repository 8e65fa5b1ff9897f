import { classify, isContradiction, levelKeys, toBrief } from '../../../../domain/outcomes.ts';
import type { MissionTest } from '../../../../server/missions/contract.ts';
import { Warning } from '../../../ui/notes/warning.tsx';
import { t } from '../../../words.ts';

/** A note for both sides when their records of a test contradict each other. */
export function ContradictionNote({ test }: { test: MissionTest }) {
  const level = levelKeys.find((key) => key === test.detection_level?.key) ?? null;
  const found = classify(level, toBrief(test.outcome));
  if (!isContradiction(test.attack_result, found)) return null;
  return (
    <div role="note">
      <Warning>
        {t('names.test_gap.contradicted')} {t('tests.agree_on_one')}
      </Warning>
    </div>
  );
}
