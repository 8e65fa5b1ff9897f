import {
  type Icon,
  IconBuilding,
  IconGridDots,
  IconHome2,
  IconShieldCheck,
  IconSwords,
  IconTarget,
  IconTemplate,
  IconUsersGroup,
} from '@tabler/icons-react';
import { holdsOneOf, type Permission } from '../../domain/permissions.ts';
import { t } from '../words.ts';

/** `needs`: any one of these permissions. */
export type Area = {
  to: string;
  label: string;
  icon: Icon;
  end?: boolean;
  needs?: readonly Permission[];
};

const areas = (): readonly Area[] => [
  { to: '/', label: t('app.home'), icon: IconHome2, end: true },
  { to: '/missions', label: t('shared.missions'), icon: IconTarget, needs: ['mission.read'] },
  { to: '/engagements', label: t('shared.engagements'), icon: IconSwords },
  { to: '/templates', label: t('shared.templates'), icon: IconTemplate, needs: ['test_template.read'] },
  { to: '/rules', label: t('app.rules'), icon: IconShieldCheck, needs: ['mission.read'] },
  { to: '/catalogue', label: t('app.catalogue'), icon: IconGridDots },
  { to: '/organisations', label: t('shared.organisations'), icon: IconBuilding, needs: ['mission.read'] },
  {
    to: '/administration',
    label: t('app.administration'),
    icon: IconUsersGroup,
    needs: ['user.manage', 'system.manage'],
  },
];

/** The areas visible with these permissions, in navigation order. */
export function listAreas(permissions: readonly Permission[]): Area[] {
  return areas().filter(({ needs }) => needs === undefined || holdsOneOf(permissions, needs));
}
