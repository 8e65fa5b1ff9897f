import { describeDuration } from '../../../domain/charts/figure-words.ts';
import { outcomeOrder } from '../../../domain/charts/words.ts';
import { type DetectionLimit, detectionLimits, type LevelCounts } from '../../../domain/figures.ts';
import type { Wording } from '../dates.ts';
import type { ReportModel } from '../model.ts';

const limits = Object.keys(detectionLimits) as DetectionLimit[];

export function describeMethod({ mission, clocks = [] }: ReportModel, wording: Wording): string {
  const { t } = wording;
  const { catalog_version: version } = mission;
  const sentences = [
    t('reports.method'),
    version === null ? null : t('reports.method.version', { version }),
    clocks.length === 0
      ? null
      : t('reports.method.clocks', {
          clocks: clocks.map((clock) => describeClock(clock, wording)).join('; '),
        }),
  ];
  return sentences.filter((sentence) => sentence !== null).join(' ');
}

function describeClock(
  { host, seconds, pairs }: NonNullable<ReportModel['clocks']>[number],
  wording: Wording,
): string {
  const { t } = wording;
  const span = describeDuration(Math.abs(seconds), wording);
  const clock =
    seconds < 0
      ? t('reports.method.clock_behind', { host, span })
      : t('reports.method.clock_ahead', { host, span });
  return pairs === null ? clock : t('reports.method.clock_measured', { clock, pairs });
}

/** Meaning of each outcome, in chart order. */
export function listOutcomeTerms({ t }: Wording): [key: keyof LevelCounts, meaning: string][] {
  return outcomeOrder.map((key) => [key, t(`reports.outcome.${key}`)]);
}

const figureTerms = [
  'attempted',
  'judged',
  'rate',
  'stopped_or_detected',
  'within',
  'times',
  'expected',
  'gap',
  'category',
] as const;

export function listFigureTerms({ t }: Wording): [term: string, meaning: string][] {
  const named = limits.map((limit) => t(`names.detection_limit.${limit}`)).join(', ');
  return figureTerms.map((term) => [
    term === 'within' ? t('reports.term.within', { limits: named }) : t(`reports.term.${term}`),
    t(`reports.meaning.${term}`),
  ]);
}
