import type { ProblemWords } from '../../problems.ts';

export const history: ProblemWords = {
  'entry {1} of the history comes before the first entry':
    'Eintrag {1} des Verlaufs steht vor dem ersten Eintrag',
  'entry {1} of the history is missing': 'Eintrag {1} des Verlaufs fehlt',
  'entry {1} of the history is missing, and all up to {2}':
    'Eintrag {1} des Verlaufs fehlt, ebenso alle bis {2}',
  'entry {1} of the history is missing, and all up to {2}, which was written down':
    'Eintrag {1} des Verlaufs fehlt, ebenso alle bis zum notierten {2}',
  'entry {1} of the history does not follow the entry before it: one of them was changed':
    'Eintrag {1} des Verlaufs folgt nicht auf den Eintrag davor: Einer von beiden wurde geändert',
  'entry {1} of the history was changed': 'Eintrag {1} des Verlaufs wurde geändert',
  'entry {1} of the history is not the one that was written down: it or an earlier one was replaced':
    'Eintrag {1} des Verlaufs ist nicht der notierte: Er oder ein früherer wurde neu erstellt',
  'entry {1} of the history records an erasure of an entry that does not come before it':
    'Eintrag {1} des Verlaufs nennt eine Löschung, zu der es keinen früheren Eintrag gibt',
  'entry {1} of the history lost its changes without an entry of their erasure':
    'Eintrag {1} des Verlaufs hat seine Änderungen verloren, und kein Eintrag nennt eine Löschung',
  'entry {1} of the history says that the changes of entry {2} were erased, but they are still there':
    'Eintrag {1} des Verlaufs sagt, die Änderungen von Eintrag {2} seien gelöscht, doch sie sind vorhanden',
  'entry {1} of the history erased the changes of entry {2}: name it with --erased if that was asked for':
    'Eintrag {1} des Verlaufs hat die Änderungen von Eintrag {2} gelöscht: Nennen Sie ihn mit --erased, wenn das verlangt war',
  'entry {1} of the history erased the changes of entry {2} after entry {3}, which was written down: name it with --erased if that was asked for':
    'Eintrag {1} des Verlaufs hat die Änderungen von Eintrag {2} nach dem notierten Eintrag {3} gelöscht: Nennen Sie ihn mit --erased, wenn das verlangt war',
  'entry {1} of the history has changes that were not recorded':
    'Eintrag {1} des Verlaufs gibt Änderungen an, die so nicht aufgezeichnet wurden',
  'the database no longer refuses to change the history':
    'die Datenbank verhindert Änderungen am Verlauf nicht mehr',
  'entry {1} of the history seals the erased changes differently from entry {2}':
    'Eintrag {1} des Verlaufs versiegelt das Gelöschte anders als Eintrag {2}',
  'entry {1} of the history does not match the {2} of the {3} {4}':
    'Eintrag {1} des Verlaufs führt nicht zum jetzigen Stand ({2}): {3} {4}',
  'entry {1} of the history left the {2} {3}, which is gone without an entry of its removal':
    'laut Eintrag {1} des Verlaufs müsste dies vorhanden sein, doch es fehlt, ohne dass ein Eintrag es entfernt hat: {2} {3}',
  'entry {1} of the history left the {2} of the {3} {4}, which is gone without an entry of its removal':
    'laut Eintrag {1} des Verlaufs müsste dies vorhanden sein ({2}), doch es fehlt, ohne dass ein Eintrag es entfernt hat: {3} {4}',
  'entry {1} of the history removed the {2} {3}, which still exists':
    'Eintrag {1} des Verlaufs hat dies entfernt, doch es ist vorhanden: {2} {3}',
  'entry {1} of the history removed the {2} of the {3} {4}, which still exists':
    'Eintrag {1} des Verlaufs hat dies entfernt ({2}), doch es ist vorhanden: {3} {4}',
  'no entry of the history created the {1} {2}': 'kein Eintrag des Verlaufs hat dies angelegt: {1} {2}',
  'no entry of the history created the {1} of the {2} {3}':
    'kein Eintrag des Verlaufs hat dies angelegt ({1}): {2} {3}',
  '{1} of run {2}': '{1} von Lauf {2}',
  'without an identifier': 'ohne Kennung',
  values: 'Werte',
  texts: 'Texte',
};
