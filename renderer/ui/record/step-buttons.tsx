import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { t } from '../../words.ts';
import type { Steps } from './use-steps.ts';

/** Links to a record's neighbours, with its number and the total. `what` is the record's name. */
export function StepButtons({ what, steps }: { what: string; steps: Steps }) {
  const { previous, next, number, of } = steps.around;
  return (
    <Group gap={4} wrap="nowrap">
      <Tooltip label={t('tests.previous_what_k', { what })}>
        <ActionIcon
          variant="default"
          size={34}
          disabled={previous === null}
          aria-label={t('tests.previous_what', { what })}
          onClick={steps.toPrevious}
        >
          <IconChevronLeft size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Text size="xs" c="dimmed" miw={56} ta="center">
        {of === 0 ? null : t('shared.step_of', { number: number ?? '–', of })}
      </Text>
      <Tooltip label={t('tests.next_what_j', { what })}>
        <ActionIcon
          variant="default"
          size={34}
          disabled={next === null}
          aria-label={t('tests.next_what', { what })}
          onClick={steps.toNext}
        >
          <IconChevronRight size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
