import {
  type Icon,
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircleCheck,
  IconClock,
  IconEye,
} from '@tabler/icons-react';
import type { ImportStatus } from '../../../domain/interchange.ts';
import { StatusBadge, type Tone } from '../../ui/badges/status-badge.tsx';
import { t } from '../../words.ts';

const looks: Readonly<Record<ImportStatus, { icon: Icon; tone: Tone }>> = {
  reading: { icon: IconClock, tone: 'plain' },
  ready: { icon: IconEye, tone: 'strong' },
  applying: { icon: IconClock, tone: 'plain' },
  applied: { icon: IconCircleCheck, tone: 'plain' },
  undoing: { icon: IconClock, tone: 'plain' },
  undone: { icon: IconArrowBackUp, tone: 'quiet' },
  refused: { icon: IconAlertTriangle, tone: 'danger' },
  failed: { icon: IconAlertTriangle, tone: 'danger' },
};

export function ImportStatusBadge({ status }: { status: ImportStatus }) {
  return <StatusBadge label={t(`interchange.status.${status}`)} {...looks[status]} />;
}
