import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { Steps } from './use-steps.ts';

/** The ways to the neighbours of a record, and which of how many it is. `what` is a record’s name. */
export function StepButtons({ what, steps }: { what: string; steps: Steps }) {
  const { previous, next, number, of } = steps.around;
  return (
    <Group gap={4} wrap="nowrap">
      <Tooltip label={`Previous ${what} (k)`}>
        <ActionIcon
          variant="default"
          size={34}
          disabled={previous === null}
          aria-label={`Previous ${what}`}
          onClick={steps.toPrevious}
        >
          <IconChevronLeft size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Text size="xs" c="dimmed" miw={56} ta="center">
        {of === 0 ? null : `${number ?? '–'} of ${of}`}
      </Text>
      <Tooltip label={`Next ${what} (j)`}>
        <ActionIcon
          variant="default"
          size={34}
          disabled={next === null}
          aria-label={`Next ${what}`}
          onClick={steps.toNext}
        >
          <IconChevronRight size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
