/** The most of a task's output that goes into the simulation's `output`; more is kept whole as a file. */
export const inlineOutputBytes = 1024 * 1024;

/** What stands in the simulation's `output` for one that is kept whole as a file: its head, and a line that says so. */
export function headAndNote(output: string, size: number): string {
  const head = headOf(output, inlineOutputBytes);
  return `${head}${head.endsWith('\n') ? '' : '\n'}[${size} bytes, kept whole as a file of this simulation]\n`;
}

/** What stands in the simulation's `output` for one that no adapter takes over, because it is too large. */
export const tooLargeNote =
  '[The output of this task is larger than Damson takes over; it is in the framework alone]\n';

/** The beginning of a text that fits into so many bytes of UTF-8, never cut within a character. */
export function headOf(text: string, bytes: number): string {
  // A character has at least as many bytes as it has UTF-16 units, so what follows can not be part of the head.
  const all = Buffer.from(text.slice(0, bytes + 1), 'utf8');
  if (all.length <= bytes) return text;
  let end = bytes;
  while (end > 0 && ((all[end] as number) & 0xc0) === 0x80) end -= 1;
  return all.toString('utf8', 0, end);
}
