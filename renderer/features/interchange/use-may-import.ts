import { useUser } from '../../api/connection/session.ts';
import { mayImport, mayImportRulesAlone } from './may-import.ts';

export const useMayImport = (): boolean => mayImport(useUser());

export const useMayImportRulesAlone = (): boolean => mayImportRulesAlone(useUser());
