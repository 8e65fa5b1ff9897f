import {
  type Icon,
  IconArrowBack,
  IconArrowDown,
  IconArrowUp,
  IconBan,
  IconChevronsUp,
  IconCircleCheck,
  IconInfoCircle,
  IconMinus,
  IconPencil,
  IconScale,
  IconShieldCheck,
  IconTool,
} from '@tabler/icons-react';
import type { FindingStatus } from '../../../../domain/findings.ts';
import type { Severity } from '../../../../domain/outcomes.ts';
import { StatusBadge, type Tone } from '../../../ui/badges/status-badge.tsx';
import { t } from '../../../words.ts';

const statusLook: Record<FindingStatus, { icon: Icon; tone: Tone }> = {
  draft: { icon: IconPencil, tone: 'quiet' },
  confirmed: { icon: IconCircleCheck, tone: 'strong' },
  fixed: { icon: IconTool, tone: 'plain' },
  verified: { icon: IconShieldCheck, tone: 'plain' },
  risk_accepted: { icon: IconScale, tone: 'plain' },
  dismissed: { icon: IconBan, tone: 'quiet' },
};

export function FindingStatusBadge({ status }: { status: FindingStatus }) {
  return <StatusBadge label={t(`names.finding_status.${status}`)} {...statusLook[status]} />;
}

const severityLook: Record<Severity, { icon: Icon; tone: Tone }> = {
  informational: { icon: IconInfoCircle, tone: 'quiet' },
  low: { icon: IconArrowDown, tone: 'quiet' },
  medium: { icon: IconMinus, tone: 'plain' },
  high: { icon: IconArrowUp, tone: 'plain' },
  critical: { icon: IconChevronsUp, tone: 'strong' },
};

export function SeverityBadge({ severity }: { severity: Severity }) {
  return <StatusBadge label={t(`names.severity.${severity}`)} {...severityLook[severity]} />;
}

/** A badge if a test of the finding has its gap again; otherwise empty. */
export function CameBackBadge({ of: { came_back } }: { of: { came_back: boolean } }) {
  return came_back ? (
    <StatusBadge label={t('names.test_gap_state.came_back')} icon={IconArrowBack} tone="danger" />
  ) : null;
}
