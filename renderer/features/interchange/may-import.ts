import { holdsOneOf, importers, type Permission } from '../../../domain/permissions.ts';
import { useUser } from '../../api/session.ts';

/** Whether this person may make anything that comes in; what a file holds is judged when it is applied. */
export const mayImport = ({ permissions }: { permissions: readonly Permission[] }): boolean =>
  holdsOneOf(permissions, importers);

export const useMayImport = (): boolean => mayImport(useUser());
