import { type Brief, type FactKind, type FactResult, factKinds } from '../../../domain/outcomes.ts';
import { t } from '../../words.ts';
import styles from './outcome-marks.module.css';

/**
 * Detections of a test or a simulation, as a letter for each recorded kind: filled for yes, outlined for partial, struck out for
 * no.
 */
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
        <FactMark key={kind} kind={kind} result={result} />
      ))}
    </span>
  );
}

/** The first letter of a kind, in the colour of its class; without a kind, an X as an example of the result. */
export function FactMark({ kind, result }: { kind: FactKind | null; result: FactResult }) {
  return (
    <span className={styles.mark} data-kind={kind} data-result={result} aria-hidden>
      {kind === null ? 'X' : t(`names.fact_kind.${kind}`).charAt(0)}
    </span>
  );
}
