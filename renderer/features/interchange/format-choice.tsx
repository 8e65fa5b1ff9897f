import { NativeSelect } from '@mantine/core';
import { type ImportFormat, importFormats } from '../../../domain/interchange.ts';
import type { Import, ImportPatch } from '../../../server/interchange/contract.ts';
import { t } from '../../words.ts';
import { formatWords } from './import-words.ts';

/** Reads the file in a format other than the recognised one. */
export function FormatChoice({
  of: { format },
  isBusy,
  onChange,
}: {
  of: Import;
  isBusy: boolean;
  onChange: (change: ImportPatch) => void;
}) {
  const words = formatWords();
  const formats = importFormats.map((value) => ({ value, label: words[value].name }));
  return (
    <NativeSelect
      label={t('interchange.read_it_as')}
      w={240}
      maw="100%"
      data={format === null ? [{ value: '', label: t('interchange.choose_a_format') }, ...formats] : formats}
      value={format ?? ''}
      disabled={isBusy}
      onChange={(event) => onChange({ format: event.currentTarget.value as ImportFormat })}
    />
  );
}
