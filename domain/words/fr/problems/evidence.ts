import type { ProblemWords } from '../../problems.ts';

export const evidence: ProblemWords = {
  "The file's bytes are not {1}": 'Les octets du fichier ne sont pas {1}',
  "The file's extension must be one of {1}": 'L’extension du fichier doit être l’une de : {1}',
  'A .{1} file must be declared as {2}': 'Un fichier .{1} doit être déclaré comme {2}',
};
