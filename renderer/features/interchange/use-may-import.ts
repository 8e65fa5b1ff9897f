import { useUser } from '../../api/connection/session.ts';
import { mayImport, mayImportForBlueAlone } from './may-import.ts';

export const useMayImport = (): boolean => mayImport(useUser());

export const useMayImportForBlueAlone = (): boolean => mayImportForBlueAlone(useUser());
