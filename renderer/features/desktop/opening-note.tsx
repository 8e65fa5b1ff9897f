import { Affix, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getDesktop } from '../../api/connection/desktop.ts';
import { rich } from '../../rich.ts';
import { t } from '../../words.ts';
import { useOpening } from './opening.ts';

/** Progress of opening a backup, shown over the current page, which stays usable. */
export function OpeningNote() {
  const opening = useOpening();
  const givingUp = useMutation({ mutationFn: () => getDesktop().opening.giveUp() });
  if (opening === null) return null;
  const { name, done, total } = opening;
  const percent = Math.floor((100 * done) / total);
  return (
    <Affix position={{ bottom: 16, left: 16 }}>
      <Paper
        component="section"
        aria-label={t('desktop.opening_a_backup')}
        withBorder
        shadow="md"
        p="md"
        w={340}
        maw="calc(100vw - 32px)"
      >
        <Stack gap="xs">
          <Text size="sm" truncate role="status">
            {rich('desktop.opening_name', { name: <bdi>{name}</bdi> })}
          </Text>
          <Progress.Root size="md">
            <Progress.Section value={percent} aria-label={t('desktop.opening_a_backup')} />
          </Progress.Root>
          <Group justify="space-between" gap="sm" wrap="nowrap">
            <Text size="xs" c="dimmed">
              {t(2 * done < total ? 'desktop.verifying' : 'desktop.unpacking', { percent })}
            </Text>
            <Button
              size="compact-xs"
              variant="default"
              loading={givingUp.isPending}
              onClick={() => givingUp.mutate()}
            >
              {t('desktop.give_up')}
            </Button>
          </Group>
        </Stack>
      </Paper>
    </Affix>
  );
}
