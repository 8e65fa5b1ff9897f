import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '../../words.ts';
import { useMayImport } from './use-may-import.ts';

/** The link to the imports page, for people who may import. */
export function ImportLink() {
  if (!useMayImport()) return null;
  return (
    <Button
      component={Link}
      to="/imports"
      variant="default"
      leftSection={<IconFileImport size={16} aria-hidden />}
    >
      {t('shared.import_file')}
    </Button>
  );
}
