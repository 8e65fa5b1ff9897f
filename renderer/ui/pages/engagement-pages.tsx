import { redRoles } from '../../../domain/sides.ts';
import { useUser } from '../../api/connection/session.ts';
import { SubNavigation } from './sub-navigation.tsx';

const pages = [
  { to: '/engagements', label: 'Engagements', end: true },
  { to: '/engagements/templates', label: 'Simulation templates' },
];

/** The list of engagements, and beside it the templates for whoever may use them. */
export function EngagementPages() {
  return redRoles.includes(useUser().role) ? <SubNavigation label="Engagements" pages={pages} /> : null;
}
