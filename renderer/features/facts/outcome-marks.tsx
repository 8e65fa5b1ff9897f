import { type Brief, factKinds } from '../../../domain/outcomes.ts';
import { t } from '../../words.ts';
import styles from './facts.module.css';

/** Detections of a test or a simulation, a letter for each recorded kind: full for yes, framed for partial, struck out for no. */
export function OutcomeMarks({ outcome }: { outcome: Brief | null }) {
  if (outcome === null) return null;
  const known = factKinds.flatMap((kind) =>
    outcome[kind] === undefined ? [] : [{ kind, result: outcome[kind] }],
  );
  const words = known
    .map(({ kind, result }) => t(`facts.seen.${result}`, { kind: t(`names.fact_kind.${kind}`) }))
    .join(', ');
  return (
    <span className={styles.marks} role="img" aria-label={words} title={words}>
      {known.map(({ kind, result }) => (
        <span key={kind} data-result={result}>
          {t(`names.fact_kind.${kind}`).charAt(0)}
        </span>
      ))}
    </span>
  );
}
