import type { ProblemWords } from '../../problems.ts';

export const reports: ProblemWords = {
  'The server has no Chromium or Edge to print a PDF with: open the HTML and print it from your browser':
    'Der Server hat weder Chromium noch Edge, um ein PDF zu drucken: Öffnen Sie das HTML und drucken Sie es im Browser',
  "The browser can't open it: {1}": 'Der Browser kann es nicht öffnen: {1}',
  "The server's browser does not start, so no PDF can be printed: open the HTML and print it from your browser":
    'Der Browser des Servers startet nicht, daher lässt sich kein PDF drucken: Öffnen Sie das HTML und drucken Sie es im Browser',
  "The template can't be filled with this report: {1}":
    'Die Vorlage kann mit diesem Bericht nicht gefüllt werden: {1}',
  'The Word template does not fit this version of Damson: {1}. Correct it and upload it again, or choose another':
    'Die Word-Vorlage passt nicht zu dieser Version von Damson: {1}. Korrigieren Sie sie und laden Sie sie erneut hoch, oder wählen Sie eine andere',
  'A template may have at most {1} bytes': 'Eine Vorlage darf höchstens {1} Bytes haben',
  'Too many templates are being uploaded: try again':
    'Es werden zu viele Vorlagen hochgeladen: Versuchen Sie es erneut',
  "The report was issued and can't be changed or deleted":
    'Der Bericht ist ausgestellt und kann weder geändert noch gelöscht werden',
  'The model of the report is missing or damaged': 'Das Modell des Berichts fehlt oder ist beschädigt',
  'The template was changed or deleted in the meantime: try again':
    'Die Vorlage wurde inzwischen geändert oder gelöscht: Versuchen Sie es erneut',
  'The rendering was stopped': 'Die Erstellung wurde abgebrochen',
  'Something went wrong on the server; its log says where':
    'Auf dem Server ist etwas schiefgegangen; sein Protokoll nennt die Stelle',
  'Too many reports are being created: wait for them to finish':
    'Es werden zu viele Berichte erstellt: Warten Sie, bis sie fertig sind',
  'must be a text of 1 to {1} characters': 'muss ein Text von 1 bis {1} Zeichen sein',
  'there are already {1} templates, which is the limit':
    'es gibt bereits {1} Vorlagen, mehr sind nicht möglich',
  'is only for html': 'gilt nur für html',
  'the mission already has {1} reports, which is the limit':
    'die Mission hat bereits {1} Berichte, mehr sind nicht möglich',
  'no template has the id {1}': 'keine Vorlage hat die ID {1}',
  'Only the person who added this template, or an administrator, can change it':
    'Nur wer diese Vorlage hinzugefügt hat oder Administrator ist, kann sie ändern',
  'is missing: the file is not a Word document': 'fehlt: Die Datei ist kein Word-Dokument',
  'is a part that a template may not have': 'ist ein Teil, den eine Vorlage nicht haben darf',
  'has a brace that belongs to no tag: {1}': 'hat eine Klammer, die zu keinem Feld gehört: {1}',
  'are more than {1}': 'sind mehr als {1}',
  'is not closed': 'ist nicht geschlossen',
  '{1} of its workbook {2}': '{1} der Arbeitsmappe {2}',
  'holds {1}, which the workbook of a chart may not have':
    'enthält {1}, was die Arbeitsmappe eines Diagramms nicht haben darf',
  'is not a written section of this kind of report': 'ist kein geschriebener Abschnitt dieser Berichtsart',
  'It is larger than {1}: leave out pictures or texts':
    'Es ist größer als {1}: Lassen Sie Bilder oder Texte weg',
  'is not a time zone': 'ist keine Zeitzone',
  "can't be filled": 'kann nicht gefüllt werden',
  'needs more memory than a template should': 'braucht mehr Speicher, als eine Vorlage sollte',
  'takes longer to fill than a template should': 'braucht zum Füllen länger, als eine Vorlage sollte',
  'closes what is not open': 'schließt, was nicht offen ist',
  'has an unknown option': 'hat eine unbekannte Option',
  'is not a field that a report has here': 'ist kein Feld, das ein Bericht hier hat',
  'stands in more than {1} others': 'steht in mehr als {1} anderen',
  'is not a list or condition that a report has here':
    'ist keine Liste oder Bedingung, die ein Bericht hier hat',
  'is repeated more than {1} times': 'wird mehr als {1}-mal wiederholt',
  'is not XML in UTF-8': 'ist kein XML in UTF-8',
  'declares a document type': 'deklariert einen Dokumenttyp',
  'is not well-formed': 'ist nicht wohlgeformt',
  'has a processing instruction': 'hat eine Verarbeitungsanweisung',
  'A template already has this name': 'Eine Vorlage mit diesem Namen gibt es bereits',
  '{1} (page {2}, “{3}”)': '{1} (Seite {2}, „{3}“)',
  '{1} (head or foot of the pages, “{2}”)': '{1} (Kopf oder Fuß der Seiten, „{2}“)',
  '{1} (title of a chart, “{2}”)': '{1} (Titel eines Diagramms, „{2}“)',
  '{1} (below “{2}”, “{3}”)': '{1} (unter „{2}“, „{3}“)',
  '{1}; the nearest name is {2}': '{1}; der nächste Name ist {2}',
  '{1}; it stands within {2}': '{1}; es steht innerhalb von {2}',
  'stands where {#{1}} has to be closed first': 'steht, wo erst {#{1}} geschlossen werden muss',
  'is a list of the whole report: close {#{1}} first':
    'ist eine Liste des ganzen Berichts: Schließen Sie erst {#{1}}',
  'holds comments: delete them all, and upload it again':
    'enthält Kommentare: Löschen Sie alle und laden Sie sie erneut hoch',
  'stands in a footnote or endnote, where nothing is filled: “{1}”':
    'steht in einer Fuß- oder Endnote, wo nichts gefüllt wird: „{1}“',
  'has no closing brace in its paragraph': 'hat in seinem Absatz keine schließende Klammer',
  'is closed elsewhere: only one of the two tags stands in a cell or a text box':
    'ist woanders geschlossen: Nur eines der beiden Felder steht in einer Zelle oder einem Textfeld',
  'has {1}, which brings in what is not in the template':
    'hat {1} und bringt damit herein, was nicht in der Vorlage steht',
  'has {1}, which brings in what is not in it': 'hat {1} und bringt damit herein, was nicht darin steht',
  'has a field that may load or run something: {1}':
    'hat eine Feldfunktion, die etwas laden oder ausführen kann: {1}',
  'has a formula that may load or run something: {1}':
    'hat eine Formel, die etwas laden oder ausführen kann: {1}',
  'has a relationship that a template may not have: {1}':
    'hat eine Beziehung, die eine Vorlage nicht haben darf: {1}',
  'refers to something outside of the template: {1}': 'verweist auf etwas außerhalb der Vorlage: {1}',
  'is a list: {#…} and {/…} repeat what is between':
    'ist eine Liste: {#…} und {/…} wiederholen, was dazwischen steht',
  'is damaged': 'ist beschädigt',
  'has more than {1} parts': 'hat mehr als {1} Teile',
  'is encrypted': 'ist verschlüsselt',
  'is packed in a way that is not read': 'ist auf eine Weise gepackt, die nicht gelesen wird',
  'has two parts of one name': 'hat zwei Teile mit demselben Namen',
  'is larger than {1} bytes when it is unpacked': 'ist entpackt größer als {1} Bytes',
  'has a part whose name leads elsewhere': 'hat einen Teil, dessen Name woandershin führt',
  'is no document: it is not a zip': 'ist kein Dokument: Es ist kein ZIP',
  '{1} (an empty mission)': '{1} (eine leere Mission)',
  '{1} (a typical mission)': '{1} (eine gewöhnliche Mission)',
  '{1} (a mission of hostile texts)': '{1} (eine Mission mit feindlichen Texten)',
};
