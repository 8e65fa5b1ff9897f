/** Tables, and the places between two rows or blocks. */
const marks = /<table|<\/table>|<\/tr>(?=<tr class="">)|<\/div>(?=<div class="miss">)/g;
const startOfTable = '<div class="scroll"';
const endOfHead = '<tbody>';

/**
 * Takes the markup of a part of a report, returns it in pieces that can be printed one by one: cut between two blocks or two rows of
 * a table, whose head each piece then has. Never inside a table in a table. `first` and `longest` are the lengths from which the first
 * piece and the others are cut.
 */
export function cutLong(markup: string, first: number, longest: number): string[] {
  const pieces: string[] = [];
  let [start, depth, head, before] = [0, 0, '', ''];
  for (const { 0: mark, index } of markup.matchAll(marks)) {
    if (mark === '</table>') depth -= 1;
    else if (mark === '<table') {
      depth += 1;
      if (depth > 1) continue;
      const at = markup.lastIndexOf(startOfTable, index);
      head = markup.slice(at, markup.indexOf(endOfHead, index) + endOfHead.length);
    } else {
      const isInTable = mark === '</tr>';
      const end = index + mark.length;
      if (end - start < (pieces.length === 0 ? first : longest) || depth !== (isInTable ? 1 : 0)) continue;
      pieces.push(`${before}${markup.slice(start, end)}${isInTable ? '</tbody></table></div>' : ''}`);
      before = isInTable ? head : '';
      start = end;
    }
  }
  return [...pieces, `${before}${markup.slice(start)}`];
}
