import type { ProblemWords } from '../../problems.ts';

export const importNotes: ProblemWords = {
  'tool: {1} (the organisation has none of this name)':
    'Werkzeug: {1} (die Organisation hat keines dieses Namens)',
  '{1}: it has {2} characters, cut at {3}':
    '{1}: {2, plural, one {# Zeichen} other {# Zeichen}}, gekürzt auf {3, plural, one {#} other {#}}',
  '{1}: it has {2} characters, cut at {3}; the whole of it is the evidence {4}':
    '{1}: {2, plural, one {# Zeichen} other {# Zeichen}}, gekürzt auf {3, plural, one {#} other {#}}; vollständig im Nachweis {4}',
  '{1}: it had characters that no text can hold': '{1}: enthielt Zeichen, die in keinem Text stehen können',
  'it is not in the archive': 'nicht im Archiv enthalten',
  'it has more than {1} bytes': 'mehr als {1, plural, one {# Byte} other {# Bytes}} groß',
  'it is empty': 'leer',
  'it is damaged in the archive': 'im Archiv beschädigt',
  'evidence {1}: {2}': 'Nachweis {1}: {2}',
  'not in the file, and left out: {1}': 'nicht in der Datei und ausgelassen: {1}',
  'Recordings that no execution is named like: {1}': 'Aufzeichnungen, deren Namen keine Ausführung hat: {1}',
  '{1}: not kept on this test': '{1}: an diesem Test nicht behalten',
  'plan, red’s half and evidence: not written': 'Plan, rote Hälfte und Nachweise: nicht geschrieben',
  'evidence: {1} of run {2} of {3}': 'Nachweise: {1} von Lauf {2} von {3}',
  'tests: run {1} of {2}': 'Tests: Lauf {1} von {2}',
  'remediations: {1}': 'Maßnahmen: {1}',
  'number: F-{1}': 'Nummer: F-{1}',
  'expected of: {1}': 'erwartet von: {1}',
  'not in the catalogue: {1}': 'nicht im Katalog: {1}',
  'revoked since: {1}': 'inzwischen zurückgezogen: {1}',
  'technique: {1}': 'Technik: {1}',
  'Evidence that is not in the file: {1}': 'Nachweis, der nicht in der Datei ist: {1}',
};
