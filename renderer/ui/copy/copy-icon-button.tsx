import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { t } from '../../words.ts';
import { CopyButton } from './copy-button.tsx';

/** The small copy button next to a text; `label` names the text. */
export function CopyIconButton({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('shared.copied') : t('shared.copy')}>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={copied ? t('shared.copied_label', { label }) : t('shared.copy_label', { label })}
            onClick={copy}
          >
            {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
