import type { Permission } from '../../../domain/permissions.ts';
import { useUser } from '../../api/session.ts';

const enough: readonly Permission[] = [
  'test_template.create',
  'scenario_template.create',
  'mission.create',
  'mission.write_red_fields',
];

/** Whether this person may make anything that comes in; what a file holds is judged when it is applied. */
export const mayImport = ({ permissions }: { permissions: readonly Permission[] }): boolean =>
  enough.some((permission) => permissions.includes(permission));

export const useMayImport = (): boolean => mayImport(useUser());
