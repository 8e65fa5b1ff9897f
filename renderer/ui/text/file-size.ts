import { t } from '../../words.ts';
/** A size in words: 512 B, 3.4 kB, 12 MB. */
export function formatFileSize(bytes: number): string {
  const units = ['B', 'kB', t('shared.mb'), t('shared.gb')] as const;
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 10 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
