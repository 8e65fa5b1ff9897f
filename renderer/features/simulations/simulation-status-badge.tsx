import { type Icon, IconCircleCheck, IconCircleDashed, IconEye, IconPlayerPlay } from '@tabler/icons-react';
import type { SimulationStatus } from '../../../domain/simulations.ts';
import { StatusBadge, type Tone } from '../../ui/badges/status-badge.tsx';
import { t } from '../../words.ts';

/** The colour belongs to the side whose turn it is. */
const look: Record<SimulationStatus, { icon: Icon; tone: Tone }> = {
  pending: { icon: IconCircleDashed, tone: 'quiet' },
  in_progress: { icon: IconPlayerPlay, tone: 'strong' },
  review_required: { icon: IconEye, tone: 'plain' },
  done: { icon: IconCircleCheck, tone: 'plain' },
};

export function SimulationStatusBadge({ status }: { status: SimulationStatus }) {
  return <StatusBadge label={t(`names.simulation_status.${status}`)} {...look[status]} />;
}
