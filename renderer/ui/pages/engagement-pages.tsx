import { redRoles } from '../../../domain/sides.ts';
import { useUser } from '../../api/connection/session.ts';
import { t } from '../../words.ts';
import { SubNavigation } from './sub-navigation.tsx';

const pages = () => [
  { to: '/engagements', label: t('shared.engagements'), end: true },
  { to: '/engagements/templates', label: t('shared.simulation_templates') },
];

/** The list of engagements, with templates next to it for people who may use them. */
export function EngagementPages() {
  return redRoles.includes(useUser().role) ? (
    <SubNavigation label={t('shared.engagements')} pages={pages()} />
  ) : null;
}
