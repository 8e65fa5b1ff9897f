import { type Role, roles } from '../../../domain/permissions.ts';
import { t } from '../../words.ts';

export const roleChoices = () =>
  roles.map((value) => ({
    value,
    label: t(`names.role.${value}`),
  }));

export function describeRole(role: Role): string {
  return t('shared.role_and_meaning', {
    role: t(`names.role.${role}`),
    meaning: t(`shared.role_meaning.${role}`),
  });
}
