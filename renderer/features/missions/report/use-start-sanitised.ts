import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Report } from '../../../../server/missions/reports/contract.ts';
import { createReport } from '../../../api/reports.ts';
import { t } from '../../../words.ts';
import { toReportPath } from './report-record.ts';

/** Starts the draft of a sanitised version with the content of a report, and opens it. */
export function useStartSanitised(report: Report | undefined) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      if (report === undefined) return;
      const { kind, title, options, texts, mission_id } = report;
      // Its own template is not used, and may be deleted.
      const sanitised = { ...options, sanitised: true, template_id: null };
      const made = await createReport(queryClient, mission_id, { kind, title, options: sanitised, texts });
      await navigate(toReportPath(made));
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: t('report_sanitised.not_started'), message: error.message }),
  });
}
