import { Progress, Stack, Text } from '@mantine/core';
import { t } from '../../../words.ts';

/** Progress of a long job on the server; the job continues when this page is left. */
export function JobProgress({
  label,
  text,
  percent,
}: {
  label: string;
  text: string;
  percent: number | null;
}) {
  return (
    <Stack gap={6} maw={520}>
      <Text size="sm">{text}</Text>
      <Progress.Root size="md">
        <Progress.Section
          value={percent ?? 100}
          striped={percent === null}
          animated={percent === null}
          aria-label={label}
          {...(percent === null ? { 'aria-valuenow': undefined, 'aria-valuetext': text } : {})}
        />
      </Progress.Root>
      <Text size="xs" c="dimmed">
        {t('administration.the_server_goes_on_with_it')}
      </Text>
    </Stack>
  );
}
