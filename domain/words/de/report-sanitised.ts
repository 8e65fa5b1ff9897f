import type { reportSanitised as english } from '../en/report-sanitised.ts';
import type { Translated } from '../translate.ts';

export const reportSanitised: Translated<typeof english> = {
  start: 'Bereinigte Fassung anlegen',
  not_started: 'Die bereinigte Fassung wurde nicht angelegt',
  title: 'Was diese Fassung zurückhält',
  hint: 'Zurückgehaltene Wörter und Felder erscheinen in jedem Format als „{withheld}“. Nachweise fehlen, bis Sie sie freigeben. In Bildern wird nichts gefunden.',
  placeholder: '‹geschwärzt›',
  hits: 'Mögliche Geheimnisse und Namen',
  words_hint:
    'Eines je Zeile, Groß- und Kleinschreibung egal: Namen von Kunden, Personen, Hosts, Konten. Bis zu drei Buchstaben nur als ganzes Wort.',
  left_hint: 'Eines je Zeile: gefunden und in diesem Bericht belassen.',
  known_hint: 'Eines je Zeile: Die Suche fragt in keinem Bericht dieser Mission mehr danach.',
  found:
    'Mögliche Geheimnisse und Namen: {count, plural, =0 {alle entschieden} one {# Fund zu entscheiden} other {# Funde zu entscheiden}}',
  searching: 'Suche nach Geheimnissen und Namen',
  withhold: 'Zurückhalten',
  leave: 'Belassen',
  never: 'Nie wieder fragen',
  'withhold.named': '{text} zurückhalten',
  'leave.named': '{text} belassen',
  'never.named': 'Nie wieder nach {text} fragen',
  'field.withhold': 'Feld zurückhalten',
  'field.withhold.named': 'Das Feld zurückhalten: {field}',
  'field.show': 'Wieder zeigen',
  'field.show.named': 'Das Feld wieder zeigen: {field}',
  places: '{count, plural, one {# Stelle} other {# Stellen}}',
  in: '{name}: {field}',
  tlpt: 'TLPT-Daten',
  fields:
    '{count, plural, one {# Feld wird ganz zurückgehalten} other {# Felder werden ganz zurückgehalten}}',
  files:
    '{count, plural, one {# Datei} other {# Dateien}} unter den Nachweisen, davon {released} freigegeben',
  'files.named': '{test}: {file}',
  'kind.organisation': 'Organisation',
  'kind.person': 'Person',
  'kind.host': 'Host',
  'kind.user': 'Konto',
  'kind.mail': 'E-Mail-Adresse',
  'kind.domain': 'Domäne',
  'kind.address': 'Netzadresse',
  'kind.password': 'Passwort',
  'kind.key': 'Schlüssel',
  'kind.token': 'Token',
  'issue.undecided':
    'Mögliche Geheimnisse und Namen: {count, plural, one {# Fund ist nicht entschieden} other {# Funde sind nicht entschieden}}',
  'issue.accept': 'Den Bericht damit ausstellen',
};
