import { holdsOneOf, importers, type Permission } from '../../../domain/permissions.ts';

const ofMore = importers.filter((permission) => permission !== 'mission.write_blue_fields');

type Holder = { permissions: readonly Permission[] };

/** Whether this person may import anything; permissions for a file's content are checked row by row. */
export const mayImport = ({ permissions }: Holder): boolean => holdsOneOf(permissions, importers);

/** Whether this person may only import detection rules and blue's half of tests. */
export const mayImportForBlueAlone = ({ permissions }: Holder): boolean => !holdsOneOf(permissions, ofMore);
