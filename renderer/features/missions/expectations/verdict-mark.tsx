import { type Icon, IconCheck, IconCircleDashed, IconMinus, IconX } from '@tabler/icons-react';
import type { ExpectationVerdict, TestVerdict } from '../../../../domain/expectations.ts';
import { StatusBadge, type Tone } from '../../../ui/badges/status-badge.tsx';
import { inSentence, t } from '../../../words.ts';
import styles from './expectations.module.css';

const look: Record<ExpectationVerdict, { icon: Icon; tone: Tone }> = {
  met: { icon: IconCheck, tone: 'plain' },
  missed: { icon: IconX, tone: 'strong' },
  open: { icon: IconCircleDashed, tone: 'quiet' },
  not_applicable: { icon: IconMinus, tone: 'quiet' },
};

/** Verdict on an expectation. */
export function VerdictBadge({ verdict }: { verdict: ExpectationVerdict }) {
  return <StatusBadge label={t(`names.verdict.${verdict}`)} {...look[verdict]} />;
}

/** Verdict on a test's expectations as an icon, with a word when it stands alone; empty without expectations. */
export function VerdictMark({ verdict, isAlone = false }: { verdict: TestVerdict; isAlone?: boolean }) {
  if (verdict === 'none') return null;
  const { icon: Picture } = look[verdict];
  const words = t('mission_editor.expectations_value', {
    value: inSentence(t(`names.verdict.${verdict}`)),
  });
  return (
    <>
      <span
        className={styles.mark}
        data-verdict={verdict}
        role="img"
        aria-label={words}
        title={verdict === 'open' ? t('mission_editor.expectations_open') : words}
      >
        <Picture size={13} stroke={2.2} aria-hidden />
      </span>
      {isAlone ? (
        <span className={styles.alone} aria-hidden>
          {inSentence(t(`names.verdict.${verdict}`))}
        </span>
      ) : null}
    </>
  );
}
