import { deriveLevel, summarise } from '../../../domain/outcomes.ts';
import type { RecordedDetection } from '../../../domain/recorded-detections.ts';
import { inSentence, t } from '../../words.ts';

/** An answer that is no detection, in words to follow the name of the person; null for a detection. */
export function describeDetection(verb: string, { kind, result }: RecordedDetection): string | null {
  if (result === 'yes' || result === 'partial') return null;
  const label = t(`names.fact_kind.${kind}`);
  if (verb === 'deleted')
    return t('history.fact_removed', { kind: label, result: t(`names.fact_result.${result}`) });
  if (result === 'no') return t(`history.fact_no.${kind}`);
  return t(`history.fact_answer.${result}`, { kind: inSentence(label) });
}

/** Whether these answers, taken together, say that the attack was missed. */
export function isMiss(added: readonly RecordedDetection[]): boolean {
  return deriveLevel(summarise(added)) === 'not_detected';
}
