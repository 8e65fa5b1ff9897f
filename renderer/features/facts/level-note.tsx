import { Button, Text } from '@mantine/core';
import { deriveLevel, type LevelSource, type Outcome, toBrief } from '../../../domain/outcomes.ts';
import type { DetectionLevel } from '../../../server/detection-levels/contract.ts';
import { t } from '../../words.ts';

type Judged = {
  outcome: Outcome | null;
  detection_level: DetectionLevel | null;
  detection_level_source: LevelSource | null;
};

/** A note if a person has set a level other than the one derived from the facts. */
export function LevelNote({
  of,
  levels,
  onUse,
}: {
  of: Judged;
  levels: readonly DetectionLevel[];
  /** Null for people who may not. */
  onUse: ((levelId: string) => void) | null;
}) {
  const derived = deriveLevel(toBrief(of.outcome) ?? {});
  const isOther = of.detection_level_source === 'set' && derived !== of.detection_level?.key;
  const other = isOther ? levels.find(({ key }) => key === derived) : undefined;
  if (other === undefined) return null;
  return (
    <Text size="sm" role="note">
      {t('facts.level.derived', { level: other.name })}{' '}
      {onUse === null ? null : (
        <Button size="compact-xs" variant="default" onClick={() => onUse(other.id)}>
          {t('facts.level.use')}
        </Button>
      )}
    </Text>
  );
}
