import { readZone } from '../../reading/zones.ts';

/** Time zone of a column, from its head, as a UTC offset or a name; null for none. */
export type Head = {
  /** Spellings of the head in lower-case letters and digits only, longest first. */
  words: string[];
  zone: string | null;
};

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** `ATT&CK`, also in HTML, is a word; a number sign stands for "number". */
function spellOut(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/&amp;/gi, '&')
    .replaceAll(/att&ck(?:®|\(r\))?/gi, ' attack ')
    .replaceAll(/#|№/g, ' number ')
    .replaceAll(/&/g, ' and ');
}

/** Text in brackets, or after a comma or dash at the end. */
const bracketed = /[([{]([^()[\]{}]*)[)\]}]/g;
const trailing = /[\s_,;:/-]+(utc|gmt|zulu|local|lokal)(?:\s*time)?$/i;
/** Qualifiers that add nothing to the meaning of a column. */
const qualifiers = /^(?:mitre|the|test case|testcase|red team|redteam|blue team|blueteam)[\s_-]+(?=\S)/i;

const longestHead = 400;

/** Takes the head of a column, returns its spellings and its zone. */
export function readHead(text: string): Head {
  // Column names are short; megabytes of text would slow down the expressions below.
  const spelt = spellOut(text.slice(0, longestHead)).trim();
  const notes = [...spelt.matchAll(bracketed)].map(([, note = '']) => note.trim());
  const bare = spelt.replaceAll(bracketed, ' ').trim();
  const [, tail] = trailing.exec(bare) ?? [];
  const short = bare.replace(trailing, '').trim();
  const zone = [...notes, tail ?? ''].map(readZone).find((found) => found !== null) ?? null;
  const forms = [spelt, bare, short, short.replace(qualifiers, '')].map(plain);
  return { words: [...new Set(forms)].filter((word) => word !== ''), zone };
}

const ofTechniques =
  /^(?:mitre|attack|enterprise|technique|subtechnique|sub|s|ttp|id|number|code|mapping|and|or)+$/;
const telling = /attack|technique|ttp|mitre/;
const ofTactics = /^(?:mitre|attack|enterprise|tactic|s|id|name|number|and)+$/;

/** The field guessed from parts of a head that no list contains: `MITRE ATT&CK Technique ID(s)`. */
export function guessByParts(word: string): 'techniques' | 'tactics' | null {
  if (ofTactics.test(word) && word.includes('tactic')) return 'tactics';
  return ofTechniques.test(word) && telling.test(word) ? 'techniques' : null;
}

const looked = 20;

/**
 * Takes the rows of a table and a function that counts known heads in a row, returns the index of the head row: the first
 * non-empty one, unless it is a title above a row with more heads.
 */
export function findHeadRow(
  rows: readonly (readonly string[])[],
  count: (cells: readonly string[]) => number,
): number {
  const filled = rows.flatMap((cells, index) => (cells.some((cell) => cell.trim() !== '') ? [index] : []));
  const [first = -1] = filled;
  if (first === -1) return -1;
  let best = { index: first, heads: count(rows[first] ?? []) };
  if (best.heads > 2) return first;
  for (const index of filled.slice(1, looked)) {
    const heads = count(rows[index] ?? []);
    if (heads > best.heads && heads > 1) best = { index, heads };
  }
  return best.index;
}
