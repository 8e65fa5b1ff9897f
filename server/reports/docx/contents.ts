/** Takes the number of a section, returns the name of its place: hidden in Word, and none that Word gives. */
export function namePlace(number: number): string {
  return `_TocSection${number}`;
}

const run = (content: string) => `<w:r>${content}</w:r>`;

/** Takes the name of a place, returns dots and the field of its page, which the program that lays out the document fills in. */
export function writePage(name: string): string {
  return [
    '<w:tab/>',
    '<w:fldChar w:fldCharType="begin"/>',
    `<w:instrText xml:space="preserve"> PAGEREF ${name} \\h </w:instrText>`,
    '<w:fldChar w:fldCharType="separate"/>',
    '<w:fldChar w:fldCharType="end"/>',
  ]
    .map(run)
    .join('');
}

const entry = /<w:hyperlink w:anchor="(_TocSection\d+)" w:history="1">(.*?)<\/w:hyperlink>/gs;

/** Takes a piece of a document and the places in it: entries of the contents lead nowhere, and have no page, without theirs. */
export function keepReached(piece: string, places: ReadonlySet<string>): string {
  return piece.replace(entry, (written, name: string, text: string) =>
    places.has(name) ? written : text.replace(/<w:r><w:tab\/><\/w:r>.* PAGEREF .*$/s, ''),
  );
}

/** Takes the content of a run, returns it for Word 2013 and later: all others leave out what is in names they don't know. */
export function forWordAlone(content: string): string {
  return `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml" Requires="w15">${content}</mc:Choice></mc:AlternateContent>`;
}
