import type { ProblemWords } from '../../problems.ts';

export const importNotes: ProblemWords = {
  'tool: {1} (the organisation has none of this name)': 'outil : {1} (l’organisation n’en a pas de ce nom)',
  '{1}: it has {2} characters, cut at {3}':
    '{1} : {2, plural, one {# caractère} other {# caractères}}, coupé à {3, plural, one {#} other {#}}',
  '{1}: it has {2} characters, cut at {3}; the whole of it is the evidence {4}':
    '{1} : {2, plural, one {# caractère} other {# caractères}}, coupé à {3, plural, one {#} other {#}} ; le texte entier est la preuve {4}',
  '{1}: it had characters that no text can hold':
    '{1} : contenait des caractères qu’aucun texte ne peut contenir',
  'it is not in the archive': 'absente de l’archive',
  'it has more than {1} bytes': 'plus de {1, plural, one {# octet} other {# octets}}',
  'it is empty': 'vide',
  'it is damaged in the archive': 'endommagée dans l’archive',
  'evidence {1}: {2}': 'preuve {1} : {2}',
  'not in the file, and left out: {1}': 'absents du fichier et omis : {1}',
  'Recordings that no execution is named like: {1}':
    'Enregistrements dont aucune exécution ne porte le nom : {1}',
  '{1}: not kept on this test': '{1} : non conservé avec ce test',
  'plan, red’s half and evidence: not written': 'plan, moitié rouge et preuves : non écrits',
  'evidence: {1} of run {2} of {3}': 'preuves : {1} du passage {2} de {3}',
  'tests: run {1} of {2}': 'tests : passage {1} de {2}',
  'remediations: {1}': 'remédiations : {1}',
  'number: F-{1}': 'numéro : F-{1}',
  'expected of: {1}': 'attendu de : {1}',
  'not in the catalogue: {1}': 'absent du catalogue : {1}',
  'revoked since: {1}': 'révoqué depuis : {1}',
  'technique: {1}': 'technique : {1}',
  'Evidence that is not in the file: {1}': 'Preuve absente du fichier : {1}',
};
