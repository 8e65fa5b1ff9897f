/** Placeholder for the computed part of a title. */
export const filled = '*';

/**
 * Takes a source, returns the names of its tests, with those of the suites around them, as far as they are visible without
 * running it: indentation shows the nesting, and `*` stands for computed parts.
 */
export function readNames(source: string): string[] {
  const around: { indent: number; title: string }[] = [];
  const names: string[] = [];
  const lines = source.split('\n');
  for (const [index, line] of lines.entries()) {
    const indent = line.length - line.trimStart().length;
    const call = /^(?:describe|it|test|test\.describe)\((.*)$/.exec(line.trimStart());
    const ends = call !== null || line.startsWith('}', indent);
    while (ends && (around.at(-1)?.indent ?? -1) >= indent) around.pop();
    if (call === null) continue;
    const title = readTitle((call[1] as string) || (lines[index + 1] as string).trim());
    names.push([...around.map((each) => each.title), title].join(' › '));
    around.push({ indent, title });
  }
  return names;
}

/** The text at the beginning of an argument list. */
function readTitle(text: string): string {
  const quote = text[0] as string;
  if (!`'"\``.includes(quote)) return filled;
  let title = '';
  for (let at = 1; at < text.length && text[at] !== quote; at += 1) {
    if (text[at] === '\\') {
      at += 1;
      title += text[at];
    } else if (quote === '`' && text.startsWith('${', at)) {
      at = endOfBraces(text, at + 1);
      title += filled;
    } else title += text[at];
  }
  return title;
}

function endOfBraces(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

/**
 * Takes a name of the ledger and the source of its file; returns whether a test there can have this name. Text in place of a
 * computed part must also occur in the file.
 */
export function isThere(name: string, source: string): boolean {
  return readNames(source).some((known) => {
    const [, ...given] = toPattern(known, '(.*)').exec(name) ?? [null];
    if (given.length === 0) return known === name;
    return given.every((text) => text === filled || source.includes(text as string));
  });
}

/** Takes a name, returns a pattern in which `*` is any text. */
export function toPattern(name: string, anything = '.*'): RegExp {
  const literal = name
    .split(filled)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join(anything);
  return new RegExp(`^${literal}$`, 's');
}
