import { ActionIcon, Button, Group, Progress, Skeleton, Stack, Text, Title, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useId } from 'react';
import { readStyleNonce } from '../../../ui/style-nonce.ts';
import { t } from '../../../words.ts';
import { PreviewFrame } from './preview-frame.tsx';
import styles from './report.module.css';
import type { Preview } from './use-preview.ts';

/** Preview of a report, as its HTML. */
export function PreviewPane({
  preview,
  section,
  isIssued,
}: {
  preview: Preview;
  section: { key: string } | null;
  /** Whether its content is stored, so that nothing has to be rendered again. */
  isIssued: boolean;
}) {
  const { html, progress, error, makeAnew } = preview;
  const id = useId();
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <div className={styles.previewHead}>
        <Title order={2} id={id}>
          {isIssued ? t('mission_report.preview.issued') : t('mission_report.preview')}
        </Title>
        <State preview={preview} />
        {isIssued ? null : (
          <Tooltip label={t('mission_report.preview.anew_hint')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('mission_report.preview.anew')}
              disabled={progress !== null}
              onClick={makeAnew}
            >
              <IconRefresh size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {html === null ? (
        error === null ? (
          <Stack
            gap="sm"
            p="md"
            role="status"
            aria-busy="true"
            aria-label={t('mission_report.preview.loading')}
          >
            <Skeleton height={30} width="60%" />
            <Skeleton height={14} />
            <Skeleton height={14} />
            <Skeleton height={160} />
          </Stack>
        ) : null
      ) : (
        <PreviewFrame html={html} section={section} styleNonce={readStyleNonce()} />
      )}
    </section>
  );
}

function State({ preview: { progress, error, makeAnew } }: { preview: Preview }) {
  if (progress !== null) {
    const percent = Math.round(progress * 100);
    return (
      <Group gap={8} flex={1} wrap="nowrap" role="status">
        <Text size="xs" c="dimmed">
          {t('mission_report.preview.making')}
        </Text>
        <Progress
          value={percent}
          size="sm"
          flex={1}
          maw={160}
          aria-label={t('mission_report.preview.progress')}
        />
      </Group>
    );
  }
  if (error !== null) {
    return (
      <Group gap={8} flex={1} role="alert">
        <Text size="xs" c="var(--mantine-color-error)">
          {t('mission_report.not_made', { reason: error.message })}
        </Text>
        <Button size="compact-xs" variant="default" onClick={makeAnew}>
          {t('shared.try_again')}
        </Button>
      </Group>
    );
  }
  return <span className={styles.filler} role="status" />;
}
