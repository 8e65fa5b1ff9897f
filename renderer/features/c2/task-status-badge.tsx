import {
  type Icon,
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconHelp,
  IconPlayerPlay,
} from '@tabler/icons-react';
import type { LinkedTask } from '../../../server/c2/tasks/contract.ts';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { taskStatusName } from './c2-words.ts';

const look: Record<LinkedTask['status'], { icon: Icon; tone: Tone }> = {
  submitted: { icon: IconCircleDashed, tone: 'quiet' },
  processing: { icon: IconPlayerPlay, tone: 'strong' },
  completed: { icon: IconCircleCheck, tone: 'plain' },
  error: { icon: IconAlertTriangle, tone: 'red' },
  blocked: { icon: IconBan, tone: 'quiet' },
  unknown: { icon: IconHelp, tone: 'quiet' },
};

export function TaskStatusBadge({ status }: { status: LinkedTask['status'] }) {
  return <StatusBadge label={taskStatusName[status]} {...look[status]} />;
}
