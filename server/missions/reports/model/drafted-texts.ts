import { isDrafted, type ReportKind } from '../../../../domain/reports.ts';
import type { ReportModel } from '../../../reports/model.ts';
import type { ServerWords } from '../../../words.ts';

type Content = Pick<ReportModel, 'figures' | 'change' | 'findings' | 'sightings'> & {
  /** Whether the figures are of the tests that the author sees. */
  isPart: boolean;
};

/**
 * Takes the kind and content of a report, returns Markdown by section key for sections that can be drafted from the record: the
 * same figures as elsewhere in the report, in its language. No names, which are not Markdown.
 */
export function draftTexts(
  kind: ReportKind,
  content: Content,
  { t }: Pick<ServerWords, 't'>,
): Map<string, string> {
  const { figures } = content;
  const drafts = {
    summary: figures.tests === 0 ? [] : draftSummary(content, t),
    gaps: figures.judged === 0 ? [] : [draftGaps(figures.gaps, t)],
    strengths:
      figures.strengths.length === 0
        ? []
        : [t('reports.drafted.strengths', { techniques: figures.strengths.length })],
  };
  return new Map(
    Object.entries(drafts).flatMap(([key, sentences]) =>
      sentences.length > 0 && isDrafted(kind, key) ? [[key, sentences.join(' ')]] : [],
    ),
  );
}

function draftSummary(
  { figures, change, findings = [], sightings, isPart }: Content,
  t: ServerWords['t'],
): string[] {
  const { attempted: executed, judged, classes, tests } = figures;
  const [rest, waiting] = [tests - executed, executed - judged];
  const sentences = [t('reports.drafted.executed', { executed, tests, judged, rest, waiting })];
  if (isPart) sentences.push(t('reports.drafted.seen'));
  if (judged > 0) sentences.push(t('reports.drafted.outcomes', { judged, ...classes }));
  if (sightings?.figures.of === 'hidden') {
    const { n, N: total } = sightings.figures.noticed;
    sentences.push(t('reports.drafted.noticed', { n, total }));
  }
  if (change !== null && change.tests.improved + change.tests.worse > 0) {
    const { improved, worse } = change.tests;
    sentences.push(t('reports.drafted.change', { improved, worse }));
  }
  const open = findings.filter(({ status }) => status === 'confirmed');
  if (open.length > 0) {
    const severe = open.filter(({ severity }) => severity === 'critical' || severity === 'high').length;
    sentences.push(t('reports.drafted.findings', { open: open.length, severe, mild: open.length - severe }));
  }
  return sentences;
}

function draftGaps(gaps: Content['figures']['gaps'], t: ServerWords['t']): string {
  const proven = gaps.filter(({ state }) => state === 'proven').length;
  return t('reports.drafted.gaps', { gaps: gaps.length, proven });
}
