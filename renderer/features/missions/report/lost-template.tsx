import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Report } from '../../../../server/missions/reports/contract.ts';
import { writeReport } from '../../../api/reports.ts';
import { rich } from '../../../rich.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import styles from './report.module.css';
import { hasLostTemplate } from './report-words.ts';

/** Reports that a draft's template was deleted, until someone accepts that or chooses another. */
export function LostTemplate({ report, isOpen }: { report: Report; isOpen: boolean }) {
  const queryClient = useQueryClient();
  const accepting = useMutation({
    mutationFn: () => writeReport(queryClient, report, { options: { template_id: null } }, report.updated_at),
  });
  if (!hasLostTemplate(report) || report.template === null) return null;
  return (
    <div role="note" className={styles.notice}>
      <Text size="sm">
        {rich('mission_report.lost_template', {
          template: <Name>{report.template.name}</Name>,
        })}
      </Text>
      {isOpen ? (
        <Button
          mt={6}
          size="compact-sm"
          variant="default"
          loading={accepting.isPending}
          onClick={() => accepting.mutate()}
        >
          {t('mission_report.keep_own_template')}
        </Button>
      ) : null}
      {accepting.error === null ? null : (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {accepting.error.message}
        </Text>
      )}
    </div>
  );
}
