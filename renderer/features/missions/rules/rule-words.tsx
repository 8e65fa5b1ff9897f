import {
  type Icon,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconHeartBroken,
  IconHelpCircle,
} from '@tabler/icons-react';
import type { RuleOutcome, RuleState } from '../../../../domain/detection-rules.ts';
import { StatusBadge, type Tone } from '../../../ui/badges/status-badge.tsx';
import { t } from '../../../words.ts';

const states: Readonly<Record<RuleState, { icon: Icon; tone: Tone }>> = {
  broken: { icon: IconHeartBroken, tone: 'danger' },
  missed: { icon: IconCircleX, tone: 'strong' },
  fired: { icon: IconCircleCheck, tone: 'plain' },
  never_tried: { icon: IconCircleDashed, tone: 'quiet' },
};

/** The state of a rule; a filter has none. */
export function RuleStateBadge({ state }: { state: RuleState | null }) {
  if (state === null) return '–';
  return <StatusBadge label={t(`rules.state.${state}`)} {...states[state]} />;
}

const outcomes: Readonly<Record<RuleOutcome, { icon: Icon; tone: Tone }>> = {
  fired: states.fired,
  missed: states.missed,
  open: { icon: IconHelpCircle, tone: 'quiet' },
  waiting: { icon: IconClock, tone: 'quiet' },
};

export function OutcomeBadge({ outcome }: { outcome: RuleOutcome }) {
  return <StatusBadge label={t(`rules.outcome.${outcome}`)} {...outcomes[outcome]} />;
}
