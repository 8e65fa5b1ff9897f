import { holdsOneOf, importers, type Permission } from '../../../domain/permissions.ts';
import { useUser } from '../../api/session.ts';

/** Whether this person may make anything that comes in; what of a file they may write is judged row by row. */
export const mayImport = ({ permissions }: { permissions: readonly Permission[] }): boolean =>
  holdsOneOf(permissions, importers);

const ofMore = importers.filter((permission) => permission !== 'mission.write_blue_fields');

/** Whether detection rules are all that this person may import. */
export const useMayImportRulesAlone = (): boolean => !holdsOneOf(useUser().permissions, ofMore);

export const useMayImport = (): boolean => mayImport(useUser());
