import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import type { Backup } from '../../../../server/backup/contract.ts';
import { rich } from '../../../rich.ts';
import { CopyIconButton } from '../../../ui/copy/copy-icon-button.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import styles from './backup.module.css';

/** Explains the effects of a restore, and how to do it on the server's computer. */
export function RestoreDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={t('administration.restore_this_backup')} size="lg">
      <Stack gap="sm">
        <Text size="sm">{t('administration.a_restore_is_done_by_command')}</Text>
        <Text size="sm">
          {rich('administration.later_work_is_missing_then', {
            at: (
              <strong>
                <Moment at={backup.made_at} />
              </strong>
            ),
          })}
        </Text>
        <ol className={styles.steps}>
          <li>
            {t('administration.verify_and_restore_it_in_the_folder')}
            <Command text={t('administration.restore_command', { file: backup.file_name })} />
          </li>
          <li>
            {t('administration.stop_damson_and_start_it_there')}
            <Command text={t('administration.serve_command')} />
          </li>
        </ol>
        <Text size="sm" c="dimmed">
          {rich('administration.over_postgresql_name_an_empty', { code: (parts) => <Code>{parts}</Code> })}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('shared.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Command({ text }: { text: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>
      <CopyIconButton value={text} label={text} />
    </Group>
  );
}
