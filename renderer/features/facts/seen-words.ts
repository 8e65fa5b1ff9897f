import { type Brief, factKinds } from '../../../domain/outcomes.ts';
import { nameLevel } from '../../api/catalogue/name-level.ts';
import { t } from '../../words.ts';

/** Detections in words: the level, each recorded kind, and the verdict on the expected outcomes. */
export function describeSeen({
  detection_level,
  outcome,
  expectation_met = 'none',
}: {
  detection_level: { key: string; name: string } | null;
  outcome: Brief | null;
  expectation_met?: 'met' | 'missed' | 'open' | 'none';
}): string {
  const kinds = factKinds.flatMap((kind) =>
    outcome?.[kind] === undefined
      ? []
      : [t(`facts.seen.${outcome[kind]}`, { kind: t(`names.fact_kind.${kind}`) })],
  );
  const words = [
    detection_level === null ? undefined : nameLevel(detection_level),
    kinds.length > 0 ? `(${kinds.join(', ')})` : undefined,
    expectation_met === 'none' ? undefined : t(`facts.expectation.${expectation_met}`),
  ];
  return words.filter((word) => word !== undefined).join(' ');
}
