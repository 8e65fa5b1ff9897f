import { holdsOneOf, importers, type Permission } from '../../../domain/permissions.ts';

const ofMore = importers.filter((permission) => permission !== 'mission.write_blue_fields');

type Holder = { permissions: readonly Permission[] };

/** Whether this person may make anything that comes in; what of a file they may write is judged row by row. */
export const mayImport = ({ permissions }: Holder): boolean => holdsOneOf(permissions, importers);

/** Whether detection rules and blue's half of tests are all that this person may import. */
export const mayImportForBlueAlone = ({ permissions }: Holder): boolean => !holdsOneOf(permissions, ofMore);
