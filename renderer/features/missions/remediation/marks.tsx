import {
  type Icon,
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconBan,
  IconCalendar,
  IconChevronsUp,
  IconCircleDashed,
  IconMinus,
  IconPlayerPlay,
  IconScale,
  IconShieldCheck,
  IconTool,
  IconUser,
} from '@tabler/icons-react';
import type { Priority, RemediationStatus } from '../../../../domain/remediations.ts';
import type { Remediation } from '../../../../server/missions/remediations/contract.ts';
import { rich } from '../../../rich.ts';
import { StatusBadge, type Tone } from '../../../ui/badges/status-badge.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { Day } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import styles from './marks.module.css';

export const statusIcon: Record<RemediationStatus, Icon> = {
  open: IconCircleDashed,
  in_progress: IconPlayerPlay,
  fixed: IconTool,
  verified: IconShieldCheck,
  risk_accepted: IconScale,
  declined: IconBan,
};

export function RemediationStatusBadge({ status }: { status: RemediationStatus }) {
  return (
    <StatusBadge label={t(`names.remediation_status.${status}`)} icon={statusIcon[status]} tone="plain" />
  );
}

const priorityLook: Record<Priority, { icon: Icon; tone: Tone }> = {
  low: { icon: IconArrowDown, tone: 'quiet' },
  medium: { icon: IconMinus, tone: 'plain' },
  high: { icon: IconArrowUp, tone: 'plain' },
  critical: { icon: IconChevronsUp, tone: 'strong' },
};

export function PriorityBadge({ priority }: { priority: Priority }) {
  return <StatusBadge label={t(`names.priority.${priority}`)} {...priorityLook[priority]} />;
}

/** Due date; empty when none is set. */
export function Due({ of: { due_on, overdue } }: { of: Pick<Remediation, 'due_on' | 'overdue'> }) {
  if (due_on === null) return null;
  return (
    <span className={styles.mark} data-overdue={overdue || undefined}>
      {overdue ? <IconAlertTriangle size={14} aria-hidden /> : <IconCalendar size={14} aria-hidden />}
      <span>{rich(overdue ? 'remediation.overdue' : 'remediation.due', { day: <Day on={due_on} /> })}</span>
    </span>
  );
}

/** Owner; empty when none is set. */
export function Owner({ of: { owner, owner_text } }: { of: Pick<Remediation, 'owner' | 'owner_text'> }) {
  const name = owner?.display_name ?? owner_text;
  if (!name) return null;
  return (
    <span className={styles.mark}>
      <IconUser size={14} aria-label={t('remediation.field.owner')} role="img" />
      <Name line>{name}</Name>
    </span>
  );
}
