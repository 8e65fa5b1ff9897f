import type { ProblemWords } from '../../problems.ts';

export const evidence: ProblemWords = {
  "The file's bytes are not {1}": 'Die Bytes der Datei sind nicht {1}',
  "The file's extension must be one of {1}": 'Die Dateiendung muss eine von diesen sein: {1}',
  'A .{1} file must be declared as {2}': 'Eine .{1}-Datei muss als {2} angegeben sein',
};
