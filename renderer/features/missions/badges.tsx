import {
  type Icon,
  IconArchive,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconEye,
  IconFlag,
  IconPencil,
  IconPlayerPlay,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import type { MissionStatus, TestStatus } from '../../../domain/missions.ts';
import { StatusBadge, type Tone } from '../../ui/badges/status-badge.tsx';
import { t } from '../../words.ts';

const missionLook: Record<MissionStatus, { icon: Icon; tone: Tone }> = {
  draft: { icon: IconPencil, tone: 'quiet' },
  in_progress: { icon: IconPlayerPlay, tone: 'strong' },
  completed: { icon: IconFlag, tone: 'plain' },
  archived: { icon: IconArchive, tone: 'quiet' },
};

export function MissionStatusBadge({ status }: { status: MissionStatus }) {
  return <StatusBadge label={t(`names.mission_status.${status}`)} {...missionLook[status]} />;
}

const testLook: Record<TestStatus, { icon: Icon; tone: Tone }> = {
  pending: { icon: IconCircleDashed, tone: 'plain' },
  skipped: { icon: IconPlayerSkipForward, tone: 'quiet' },
  blocked: { icon: IconBan, tone: 'quiet' },
  executed: { icon: IconCircleCheck, tone: 'strong' },
  reviewed_by_blue: { icon: IconEye, tone: 'plain' },
};

export function TestStatusBadge({ status }: { status: TestStatus }) {
  return <StatusBadge label={t(`names.test_status.${status}`)} {...testLook[status]} />;
}
