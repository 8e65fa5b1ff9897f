import { Button, Group, Modal, Text } from '@mantine/core';
import type { SettleAnswer } from '../../../../domain/missions.ts';
import { settleAnswers } from '../../../../domain/missions.ts';
import type { FactKind } from '../../../../domain/outcomes.ts';
import { formatList, t } from '../../../words.ts';

type Props = {
  kinds: readonly FactKind[];
  isMoving: boolean;
  onAnswer: (answer: SettleAnswer) => void;
  onClose: () => void;
};

/** Asks for answers that a review would leave open; Enter takes the first. */
export function SettleDialog({ kinds, isMoving, onAnswer, onClose }: Props) {
  const names = formatList(kinds.map((kind) => t(`names.fact_kind.${kind}`)));
  return (
    <Modal opened onClose={onClose} title={t('tests.settle.title', { kinds: names })}>
      <Text size="sm">{t('tests.settle.text')}</Text>
      <Group gap="xs" mt="md">
        {settleAnswers.map((answer, index) => (
          <Button
            key={answer}
            variant={index === 0 ? 'filled' : 'default'}
            disabled={isMoving}
            onClick={() => onAnswer(answer)}
            {...(index === 0 ? { 'data-autofocus': true } : {})}
          >
            {t(`tests.settle.${answer}`)}
          </Button>
        ))}
      </Group>
    </Modal>
  );
}
