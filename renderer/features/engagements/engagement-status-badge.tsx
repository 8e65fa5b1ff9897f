import { type Icon, IconFlag, IconPencil, IconPlayerPlay } from '@tabler/icons-react';
import type { EngagementStatus } from '../../../domain/engagements.ts';
import { StatusBadge, type Tone } from '../../ui/badges/status-badge.tsx';
import { t } from '../../words.ts';

const look: Record<EngagementStatus, { icon: Icon; tone: Tone }> = {
  planned: { icon: IconPencil, tone: 'quiet' },
  active: { icon: IconPlayerPlay, tone: 'strong' },
  closed: { icon: IconFlag, tone: 'plain' },
};

export function EngagementStatusBadge({ status }: { status: EngagementStatus }) {
  return <StatusBadge label={t(`names.engagement_status.${status}`)} {...look[status]} />;
}
