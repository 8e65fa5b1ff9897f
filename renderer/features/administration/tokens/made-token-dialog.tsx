import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { NewToken } from '../../../../server/accounts/tokens/contract.ts';
import { CopyTextButton } from '../../../ui/copy/copy-text-button.tsx';
import { t } from '../../../words.ts';

/** Shows a new token, which the server reveals only once. */
export function MadeTokenDialog({ made, onClose }: { made: NewToken; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('tokens.made', { name: toVisibleText(made.name) })}
      closeOnClickOutside={false}
      size="lg"
    >
      <Stack gap="sm">
        <Text size="sm">{t('tokens.shown_only_now')}</Text>
        <TextInput
          label={t('tokens.token')}
          readOnly
          value={made.token}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group justify="flex-end" gap="sm">
          <CopyTextButton value={made.token} label={t('tokens.copy')} />
          <Button variant="default" onClick={onClose}>
            {t('administration.done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
