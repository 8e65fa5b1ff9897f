import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { t } from '../../words.ts';

/** The theme's red has too little contrast for text in both colour schemes. */
const color = 'light-dark(var(--mantine-color-red-9), var(--mantine-color-red-4))';

/** Opens the confirmation of a deletion. */
export function DeleteButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="default" c={color} leftSection={<IconTrash size={16} aria-hidden />} onClick={onClick}>
      {t('shared.delete')}
    </Button>
  );
}
