import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { t } from '../../words.ts';
import { CopyButton } from './copy-button.tsx';

/** The button of a dialog whose purpose is to copy a text. */
export function CopyTextButton({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          data-autofocus
          variant={copied ? 'default' : 'filled'}
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={copy}
        >
          {copied ? t('shared.copied') : label}
        </Button>
      )}
    </CopyButton>
  );
}
