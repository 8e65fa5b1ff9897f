import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useUser } from '../../../api/connection/session.ts';
import { CopyTextButton } from '../../../ui/copy/copy-text-button.tsx';
import { saveFile } from '../../../ui/copy/save-file.ts';
import { Name } from '../../../ui/text/name.tsx';
import styles from './recovery-codes.module.css';

/** Shows new recovery codes this once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { email } = useUser();
  const text = `${codes.join('\n')}\n`;
  const download = () =>
    saveFile('damson-recovery-codes.txt', new Blob([`Damson, ${location.host}, ${email}\n\n${text}`]));
  return (
    <Modal opened onClose={onClose} title="Your recovery codes" closeOnClickOutside={false} size="lg">
      <Stack gap="sm">
        <Text size="sm">
          Each signs you in once, when your app or passkey is not at hand. Keep them where you keep passwords:
          they are shown only now.
        </Text>
        <div className={styles.sheet}>
          <Text size="sm" className={styles.onPaper}>
            Damson, {location.host}, <Name>{email}</Name>
          </Text>
          <ol className={styles.codes} aria-label="Recovery codes">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
        </div>
        <Group justify="flex-end" gap="sm">
          <CopyTextButton value={text} label="Copy" />
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
            Download
          </Button>
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            Print
          </Button>
          <Button variant="default" onClick={onClose}>
            I have kept them
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
