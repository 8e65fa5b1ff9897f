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
export const numberingPlace = 'word/numbering.xml';
const relations = 'word/_rels/document.xml.rels';

function writeList(id: number, format: 'bullet' | 'decimal'): string {
  const levels = [0, 1, 2].map((level) => {
    const text = format === 'bullet' ? ['•', '–', '▪'][level] : `%${level + 1}.`;
    return `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${340 * (level + 1)}" w:hanging="340"/></w:pPr></w:lvl>`;
  });
  return `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="hybridMultilevel"/>${levels.join('')}</w:abstractNum>`;
}

/** Lists of the written texts of a document: each separate numbered list restarts. */
export class Lists {
  readonly #numbers = [`<w:num w:numId="${bulletList}"><w:abstractNumId w:val="${bullets}"/></w:num>`];
  #next = firstOrdered + mostStarts;

  /** Takes the next piece of a document, returns it with the numbers of its lists. */
  number(piece: string): string {
    let [last, end] = [0, 0];
    return piece.replace(
      /<w:numId w:val="(9[01]\d{3})"\/>/g,
      (whole, written: string, at: number, all: string) => {
        const id = Number(written);
        if (id === bulletList) return whole;
        // Between items of one list there are only the end of a paragraph and the start of the next.
        const isSame = id === last && (all.slice(end, at).match(/<w:p[ >]/g) ?? []).length <= 1;
        if (!isSame) {
          this.#next += 1;
          this.#numbers.push(
            `<w:num w:numId="${this.#next}"><w:abstractNumId w:val="${figures}"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="${id - firstOrdered}"/></w:lvlOverride></w:num>`,
          );
        }
        [last, end] = [id, at + whole.length];
        return `<w:numId w:val="${this.#next}"/>`;
      },
    );
  }

  /** Takes the files of a document with `addNumbering`, and adds the lists numbered so far. */
  addTo(files: Unzipped): void {
    const abstract = `${writeList(bullets, 'bullet')}${writeList(figures, 'decimal')}`;
    change(files, numberingPlace, (text) =>
      text
        .replace(
          /(<w:numbering\b[^>]*>(?:\s*<w:numPicBullet\b.*?<\/w:numPicBullet>)*)/s,
          (head) => `${head}${abstract}`,
        )
        .replace(
          /(<w:numIdMacAtCleanup\b[^>]*\/>)?\s*<\/w:numbering>/,
          (tail) => `${this.#numbers.join('')}${tail}`,
        ),
    );
  }
}

/** Takes the files of a document, and adds a part for numbers of lists if it has none. */
export function addNumbering(files: Unzipped): void {
  if (files[numberingPlace] !== undefined) {
    change(files, numberingPlace, (text) =>
      text.replace(/<w:numbering\b([^>]*)\/>/, '<w:numbering$1></w:numbering>'),
    );
    return;
  }
  files[numberingPlace] = strToU8(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:numbering xmlns:w="${main}"></w:numbering>`,
  );
  change(files, '[Content_Types].xml', (text) =>
    text.replace('</Types>', `<Override PartName="/${numberingPlace}" ContentType="${type}"/></Types>`),
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
