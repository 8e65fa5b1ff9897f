import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { openTaskCount } from '../../api/engagements/c2.ts';

/** Warns that linked tasks lose their connection with it, where there are such tasks. */
export function DisconnectedTasks({ engagementId }: { engagementId: string }) {
  const { data } = useQuery(openTaskCount(engagementId));
  if (data === undefined || data.count === 0) return null;
  return (
    <Alert color="yellow" role="status">
      {data.count === 1
        ? 'One linked task has not ended. It will be disconnected: it is no longer followed, and its output does not arrive.'
        : `${data.count} linked tasks have not ended. They will be disconnected: they are no longer followed, and their output does not arrive.`}
    </Alert>
  );
}
