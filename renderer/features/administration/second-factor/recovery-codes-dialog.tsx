import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useUser } from '../../../api/connection/session.ts';
import { rich } from '../../../rich.ts';
import { CopyTextButton } from '../../../ui/copy/copy-text-button.tsx';
import { saveFile } from '../../../ui/copy/save-file.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import styles from './recovery-codes.module.css';

/** Shows new recovery codes, which can't be shown again. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { email } = useUser();
  const text = `${codes.join('\n')}\n`;
  const download = () =>
    saveFile(
      'damson-recovery-codes.txt',
      new Blob([`${t('administration.damson_host_email', { host: location.host, email })}\n\n${text}`]),
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('administration.your_recovery_codes')}
      closeOnClickOutside={false}
      size="lg"
    >
      <Stack gap="sm">
        <Text size="sm">{t('administration.each_signs_you_in_once_when')}</Text>
        <div className={styles.sheet}>
          <Text size="sm" className={styles.onPaper}>
            {rich('administration.damson_host_email', { host: location.host, email: <Name>{email}</Name> })}
          </Text>
          <ol className={styles.codes} aria-label={t('administration.recovery_codes')}>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
        </div>
        <Group justify="flex-end" gap="sm">
          <CopyTextButton value={text} label={t('shared.copy')} />
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
            {t('shared.download')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('administration.print')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('administration.i_have_kept_them')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
