import type { ProblemWords } from '../problems.ts';
import { accounts } from './problems/accounts.ts';
import { alertFiles } from './problems/alert-files.ts';
import { engagements } from './problems/engagements.ts';
import { evidence } from './problems/evidence.ts';
import { fields } from './problems/fields.ts';
import { history } from './problems/history.ts';
import { importFiles } from './problems/import-files.ts';
import { importFormats } from './problems/import-formats.ts';
import { importNotes } from './problems/import-notes.ts';
import { importPlaces } from './problems/import-places.ts';
import { imports } from './problems/imports.ts';
import { library } from './problems/library.ts';
import { missions } from './problems/missions.ts';
import { names } from './problems/names.ts';
import { reports } from './problems/reports.ts';
import { requests } from './problems/requests.ts';
import { settings } from './problems/settings.ts';
import { storage } from './problems/storage.ts';
import { storedObjects } from './problems/stored-objects.ts';

/**
 * Messages of refusals, keyed by their English text; `{1}`, `{2}`, … are the inserted values, in the order of the English text.
 */
export const problems: ProblemWords = {
  ...accounts,
  ...engagements,
  ...fields,
  ...imports,
  ...library,
  ...missions,
  ...names,
  ...reports,
  ...requests,
  ...storage,
  ...importFiles,
  ...alertFiles,
  ...importFormats,
  ...importPlaces,
  ...importNotes,
  ...evidence,
  ...settings,
  ...history,
  ...storedObjects,
};
