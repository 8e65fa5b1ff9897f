import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { type LibraryPart, readLibraryExport } from '../../api/interchange.ts';
import { t } from '../../words.ts';
import { ExportDialog } from './export-dialog.tsx';
import { libraryExportChoices } from './export-words.ts';

/** Exports test templates to another tool, or to another Damson: all, or the listed ones if `part` is given. */
export function ExportLibraryDialog({ part, onClose }: { part: LibraryPart | null; onClose: () => void }) {
  const [isPart, setPart] = useState(part !== null);
  return (
    <ExportDialog
      title={t('exports.export_test_templates')}
      choices={libraryExportChoices()}
      read={(format) => readLibraryExport(format, part !== null && isPart ? part : {})}
      onClose={onClose}
      options={() =>
        part === null ? null : (
          <Checkbox
            label={t('exports.only_those_that_the_list_shows')}
            checked={isPart}
            onChange={(event) => setPart(event.currentTarget.checked)}
          />
        )
      }
    />
  );
}
