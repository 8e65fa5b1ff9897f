import { strFromU8, strToU8, type Unzipped } from 'fflate';

/** Ids of lists in written texts, above those of templates. */
export const bulletList = 90_000;
const firstOrdered = 91_000;
const mostStarts = 1000;
const [bullets, figures] = [9000, 9001];

/** The list that starts at a number. */
export function orderedList(start: number): number {
  return firstOrdered + Math.min(start, mostStarts - 1);
}

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml';
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering';
const place = 'word/numbering.xml';
const relations = 'word/_rels/document.xml.rels';

function writeList(id: number, format: 'bullet' | 'decimal'): string {
  const levels = [0, 1, 2].map((level) => {
    const text = format === 'bullet' ? ['•', '–', '▪'][level] : `%${level + 1}.`;
    return `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${340 * (level + 1)}" w:hanging="340"/></w:pPr></w:lvl>`;
  });
  return `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="hybridMultilevel"/>${levels.join('')}</w:abstractNum>`;
}

/** Takes the files of a filled document, and adds the lists of its written texts. Each separate numbered list restarts. */
export function addLists(files: Unzipped): void {
  const content = files['word/document.xml'];
  if (content === undefined) return;
  const numbers: string[] = [];
  let [last, end, next] = [0, 0, firstOrdered + mostStarts];
  const document = strFromU8(content).replace(
    /<w:numId w:val="(9[01]\d{3})"\/>/g,
    (whole, written: string, at: number, all: string) => {
      const id = Number(written);
      if (id === bulletList) return whole;
      // Between items of one list there is only the end of one paragraph and the start of the next.
      const isSame = id === last && (all.slice(end, at).match(/<w:p[ >]/g) ?? []).length <= 1;
      if (!isSame) {
        next += 1;
        numbers.push(
          `<w:num w:numId="${next}"><w:abstractNumId w:val="${figures}"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="${id - firstOrdered}"/></w:lvlOverride></w:num>`,
        );
      }
      [last, end] = [id, at + whole.length];
      return `<w:numId w:val="${next}"/>`;
    },
  );
  if (numbers.length === 0 && !document.includes(`<w:numId w:val="${bulletList}"/>`)) return;
  files['word/document.xml'] = strToU8(document);
  numbers.unshift(`<w:num w:numId="${bulletList}"><w:abstractNumId w:val="${bullets}"/></w:num>`);
  addPart(files);
  const abstract = `${writeList(bullets, 'bullet')}${writeList(figures, 'decimal')}`;
  change(files, place, (text) =>
    text
      .replace(
        /(<w:numbering\b[^>]*>(?:\s*<w:numPicBullet\b.*?<\/w:numPicBullet>)*)/s,
        (head) => `${head}${abstract}`,
      )
      .replace(/(<w:numIdMacAtCleanup\b[^>]*\/>)?\s*<\/w:numbering>/, (tail) => `${numbers.join('')}${tail}`),
  );
}

function addPart(files: Unzipped): void {
  if (files[place] !== undefined) {
    change(files, place, (text) => text.replace(/<w:numbering\b([^>]*)\/>/, '<w:numbering$1></w:numbering>'));
    return;
  }
  files[place] = strToU8(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:numbering xmlns:w="${main}"></w:numbering>`,
  );
  change(files, '[Content_Types].xml', (text) =>
    text.replace('</Types>', `<Override PartName="/${place}" ContentType="${type}"/></Types>`),
  );
  change(files, relations, (text) =>
    text.replace(
      '</Relationships>',
      `<Relationship Id="rIdLists" Type="${relation}" Target="numbering.xml"/></Relationships>`,
    ),
  );
}

/** Changes the text of a file in a zip, if it exists. */
export function change(files: Unzipped, name: string, of: (text: string) => string): void {
  const content = files[name];
  if (content !== undefined) files[name] = strToU8(of(strFromU8(content)));
}
