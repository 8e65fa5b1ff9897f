/** Hostile input, meant to run, to hide, or to look like something else when typed, uploaded or received. */
const kinds = [
  '<img src=x onerror="globalThis.ran=1">',
  '<script>globalThis.ran=2</script>',
  'bill\u202etxt.exe',
  '\u2066in\u2069',
  'pass\u200bword',
  'javascript:globalThis.ran=3',
  '%s%n{{7*7}}$\u007b7*7}',
  '👩‍👩‍👧‍👦e\u0301\u0301\u0301',
];
const escapes = '\u001b[2J\u001b]0;owned\u0007\u001b[31mred\u0008';

/** One line of at most this many characters, which does not end at a possible line break. */
export function hostileLine(most: number): string {
  return (kinds.join(' ') + 'W'.repeat(most)).slice(0, most);
}

/** A line that also moves the cursor of a terminal. */
export function hostileName(most: number): string {
  return `${kinds[0]}${escapes}${hostileLine(most)}`.slice(0, most);
}

/** Markdown that would run, load or deceive. */
const marked = [
  '[press](javascript:globalThis.ran=9) ![x](x) [press](data:text/html,x) <javascript:globalThis.ran=10>',
  '- > - [ ] **bold\u202egnp**',
].join('\n');

/** 10,000 characters on many lines, one of them very long. */
export const hostileText =
  `${kinds.join('\n')}\n${marked}\n${escapes}\n${'W'.repeat(5000)}\n${'<b>deep</b>'.repeat(400)}`.slice(
    0,
    10_000,
  );
