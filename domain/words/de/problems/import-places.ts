import type { ProblemWords } from '../../problems.ts';

export const importPlaces: ProblemWords = {
  'row {1}': 'Zeile {1}',
  '{1}, test case {2}': '{1}, Testfall {2}',
  'test case {1}': 'Testfall {1}',
  '{1}, document {2}': '{1}, Dokument {2}',
  '{1}, step {2}': '{1}, Schritt {2}',
  'finding {1}': 'Feststellung {1}',
  '{1}, layer {2}': '{1}, Layer {2}',
  '{1}, technique {2}': '{1}, Technik {2}',
  '{1}, line {2}': '{1}, Zeile {2}',
  '{1}, skipped {2}': '{1}, übersprungen {2}',
  '{1}, procedure {2}': '{1}, Prozedur {2}',
  'procedure {1}': 'Prozedur {1}',
  '{1}, test {2}': '{1}, Test {2}',
  'entry {1}': 'Eintrag {1}',
  '{1}, entry {2}': '{1}, Eintrag {2}',
};
