import type { ProblemWords } from '../../problems.ts';

export const history: ProblemWords = {
  'entry {1} of the history comes before the first entry': 'l’entrée {1} de l’historique précède la première',
  'entry {1} of the history is missing': 'l’entrée {1} de l’historique manque',
  'entry {1} of the history is missing, and all up to {2}':
    'l’entrée {1} de l’historique manque, ainsi que toutes jusqu’à {2}',
  'entry {1} of the history is missing, and all up to {2}, which was written down':
    'l’entrée {1} de l’historique manque, ainsi que toutes jusqu’à {2}, qui avait été notée',
  'entry {1} of the history does not follow the entry before it: one of them was changed':
    'l’entrée {1} de l’historique ne suit pas la précédente : l’une des deux a été modifiée',
  'entry {1} of the history was changed': 'l’entrée {1} de l’historique a été modifiée',
  'entry {1} of the history is not the one that was written down: it or an earlier one was replaced':
    'l’entrée {1} de l’historique n’est pas celle qui avait été notée : elle ou une précédente a été refaite',
  'entry {1} of the history records an erasure of an entry that does not come before it':
    'l’entrée {1} de l’historique mentionne un effacement sans entrée antérieure',
  'entry {1} of the history lost its changes without an entry of their erasure':
    'l’entrée {1} de l’historique a perdu ses modifications, et aucune entrée ne dit qu’elles ont été effacées',
  'entry {1} of the history says that the changes of entry {2} were erased, but they are still there':
    'l’entrée {1} de l’historique dit effacées les modifications de l’entrée {2}, qui sont pourtant là',
  'entry {1} of the history erased the changes of entry {2}: name it with --erased if that was asked for':
    'l’entrée {1} de l’historique a effacé les modifications de l’entrée {2} : nommez-la avec --erased si c’était demandé',
  'entry {1} of the history erased the changes of entry {2} after entry {3}, which was written down: name it with --erased if that was asked for':
    'l’entrée {1} de l’historique a effacé les modifications de l’entrée {2} après l’entrée notée {3} : nommez-la avec --erased si c’était demandé',
  'entry {1} of the history has changes that were not recorded':
    'l’entrée {1} de l’historique indique des modifications qui n’ont pas été enregistrées ainsi',
  'the database no longer refuses to change the history':
    'la base de données n’empêche plus de modifier l’historique',
  'entry {1} of the history seals the erased changes differently from entry {2}':
    'l’entrée {1} de l’historique scelle autrement que l’entrée {2} ce qui a été effacé',
  'entry {1} of the history does not match the {2} of the {3} {4}':
    'l’entrée {1} de l’historique ne mène pas à l’état actuel ({2}) : {3} {4}',
  'entry {1} of the history left the {2} {3}, which is gone without an entry of its removal':
    'd’après l’entrée {1} de l’historique ceci devrait exister, mais a disparu sans qu’aucune entrée l’ait supprimé : {2} {3}',
  'entry {1} of the history left the {2} of the {3} {4}, which is gone without an entry of its removal':
    'd’après l’entrée {1} de l’historique ceci devrait exister ({2}), mais a disparu sans qu’aucune entrée l’ait supprimé : {3} {4}',
  'entry {1} of the history removed the {2} {3}, which still exists':
    'l’entrée {1} de l’historique a supprimé ceci, qui est pourtant là : {2} {3}',
  'entry {1} of the history removed the {2} of the {3} {4}, which still exists':
    'l’entrée {1} de l’historique a supprimé ceci ({2}), qui est pourtant là : {3} {4}',
  'no entry of the history created the {1} {2}': 'aucune entrée de l’historique n’a créé ceci : {1} {2}',
  'no entry of the history created the {1} of the {2} {3}':
    'aucune entrée de l’historique n’a créé ceci ({1}) : {2} {3}',
  '{1} of run {2}': '{1} du passage {2}',
  'without an identifier': 'sans identifiant',
  values: 'valeurs',
  texts: 'textes',
};
