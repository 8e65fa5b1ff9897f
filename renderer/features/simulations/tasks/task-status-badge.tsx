import {
  type Icon,
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconHelp,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import type { TaskStatus } from '../../../../domain/c2.ts';
import { StatusBadge, type Tone } from '../../../ui/badges/status-badge.tsx';
import { t } from '../../../words.ts';

const look: Record<TaskStatus, { icon: Icon; tone: Tone }> = {
  submitted: { icon: IconCircleDashed, tone: 'quiet' },
  processing: { icon: IconPlayerPlay, tone: 'strong' },
  completed: { icon: IconCircleCheck, tone: 'plain' },
  error: { icon: IconAlertTriangle, tone: 'danger' },
  blocked: { icon: IconBan, tone: 'quiet' },
  discarded: { icon: IconTrash, tone: 'quiet' },
  unknown: { icon: IconHelp, tone: 'quiet' },
};

export function TaskStatusBadge({ status }: { status: TaskStatus }) {
  return <StatusBadge label={t(`simulations.task_status.${status}`)} {...look[status]} />;
}
