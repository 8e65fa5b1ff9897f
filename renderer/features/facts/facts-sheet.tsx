import type { Fact } from '../../../server/facts/contract.ts';
import { type SheetColumn, SheetTable } from '../../ui/print/sheet-parts.tsx';
import { Moment } from '../../ui/times/time.tsx';
import { describeDelay } from '../../ui/times/typed-moment.ts';
import { t } from '../../words.ts';

/** Detections, printed. */
export function FactsSheet({ facts, executedAt }: { facts: readonly Fact[]; executedAt: string | null }) {
  if (facts.length === 0) return null;
  const columns: readonly SheetColumn<Fact>[] = [
    { head: t('facts.sheet.kind'), width: '20mm', cell: ({ kind }) => t(`names.fact_kind.${kind}`) },
    { head: t('facts.sheet.result'), width: '20mm', cell: ({ result }) => t(`names.fact_result.${result}`) },
    { head: t('shared.tool'), cell: ({ tool }) => tool?.name ?? '' },
    { head: t('facts.when'), width: '32mm', cell: ({ at }) => (at === null ? '' : <Moment at={at} bare />) },
    {
      head: t('facts.sheet.after'),
      width: '20mm',
      cell: ({ at }) => (at === null ? '' : (describeDelay(at, executedAt) ?? '')),
    },
    {
      head: t('facts.sheet.rule'),
      cell: ({ rule_name, rule_id, alert_id }) => [rule_name, rule_id, alert_id].filter(Boolean).join(', '),
    },
    {
      head: t('facts.severity'),
      width: '16mm',
      cell: ({ severity }) => (severity === null ? '' : t(`names.severity.${severity}`)),
    },
    { head: t('facts.sheet.note'), cell: ({ note }) => note ?? '' },
  ];
  return <SheetTable columns={columns} rows={facts} />;
}
