import { Code } from '@mantine/core';
import { toFingerprintRows } from '../../../domain/fingerprints.ts';
import { t } from '../../words.ts';

/** A certificate's fingerprint, in rows that are easy to compare with a browser's. */
export function Fingerprint({ of }: { of: string }) {
  return (
    <Code block aria-label={t('shared.sha_256_fingerprint')} role="group">
      {toFingerprintRows(of).join('\n')}
    </Code>
  );
}
