import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { openTaskCount } from '../../api/engagements/c2.ts';
import { t } from '../../words.ts';

/** Warns that linked tasks lose their connection, if there are any. */
export function DisconnectedTasks({ engagementId }: { engagementId: string }) {
  const { data } = useQuery(openTaskCount(engagementId));
  if (data === undefined || data.count === 0) return null;
  return (
    <Alert color="yellow" role="status">
      {data.count === 1
        ? t('c2.one_linked_task_has_not_ended')
        : t('c2.count_linked_tasks_have_not_ended', { count: data.count })}
    </Alert>
  );
}
