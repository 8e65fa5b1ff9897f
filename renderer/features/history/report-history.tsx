import { useMemo } from 'react';
import { useOutletContext } from 'react-router';
import { missionHistory } from '../../api/history.ts';
import { t } from '../../words.ts';
import type { ReportPageContext } from '../missions/report/report-outlet.ts';
import { toReportPath } from '../missions/report/report-record.ts';
import { RecordHistory } from './record-history.tsx';
import { useReportRestorer } from './use-restorers.ts';

/** History of a report, next to its page. */
export function ReportHistory() {
  const context = useOutletContext<ReportPageContext>();
  const { report, mission } = context;
  const members = useMemo(() => mission?.members.map(({ user }) => user), [mission?.members]);
  const restorer = useReportRestorer(context);
  return (
    <RecordHistory
      title={t('history.history_of_this_report')}
      to={toReportPath(report)}
      source={useMemo(() => missionHistory(report.mission_id), [report.mission_id])}
      of={{ object_id: report.id }}
      levels={noLevels}
      members={members}
      restorer={restorer}
    />
  );
}

const noLevels = [] as const;
