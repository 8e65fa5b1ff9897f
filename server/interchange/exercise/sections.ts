/** Section of a text under a heading such as `[Output]`. */
export type Section = readonly [label: string, text: string];

/**
 * Takes a text, sections to append under headings, and all possible headings; returns one text, which `splitSections` takes apart
 * again; null for none.
 */
export function joinSections(
  main: string | null,
  sections: readonly Section[],
  labels: readonly string[],
): string | null {
  // A line of the text itself that looks like a heading gets a leading space.
  const line = new RegExp(`^ *\\[(?:${labels.join('|')})\\]$`, 'gm');
  const guard = (text: string) => text.replace(line, ' $&');
  const parts = sections
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `[${label}]\n${guard(text)}`);
  if (main !== null && main !== '') parts.unshift(guard(main));
  return parts.length === 0 ? null : parts.join('\n\n');
}

/** Takes a text and its possible headings, returns the text before the first of them and the text under each. */
export function splitSections(
  text: string | null,
  labels: readonly string[],
): { main: string | null; sections: Map<string, string> } {
  const sections = new Map<string, string>();
  if (text === null || !text.includes('[')) return { main: text || null, sections };
  const heading = new RegExp(`(?:^|\\r?\\n\\r?\\n)\\[(${labels.join('|')})\\]\\r?\\n`);
  const line = new RegExp(`^ ( *\\[(?:${labels.join('|')})\\])$`, 'gm');
  const unguard = (part: string) => part.replace(line, '$1');
  const [main = '', ...parts] = text.split(heading);
  for (let index = 0; index < parts.length; index += 2)
    sections.set(parts[index] ?? '', unguard(parts[index + 1] ?? ''));
  return { main: unguard(main) || null, sections };
}
