import type { ProblemWords } from '../../problems.ts';

export const importPlaces: ProblemWords = {
  'row {1}': 'ligne {1}',
  '{1}, test case {2}': '{1}, cas de test {2}',
  'test case {1}': 'cas de test {1}',
  '{1}, document {2}': '{1}, document {2}',
  '{1}, step {2}': '{1}, étape {2}',
  'finding {1}': 'constat {1}',
  '{1}, layer {2}': '{1}, layer {2}',
  '{1}, technique {2}': '{1}, technique {2}',
  '{1}, line {2}': '{1}, ligne {2}',
  '{1}, skipped {2}': '{1}, ignorée {2}',
  '{1}, procedure {2}': '{1}, procédure {2}',
  'procedure {1}': 'procédure {1}',
  '{1}, test {2}': '{1}, test {2}',
  'entry {1}': 'entrée {1}',
  '{1}, entry {2}': '{1}, entrée {2}',
};
