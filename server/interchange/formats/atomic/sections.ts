/** Fields of a template without a field in the format: sections of the description. */
export type Sections = {
  description: string | null;
  objective: string | null;
  procedure: string | null;
  expected_detection: string | null;
};

const titles = {
  objective: 'Objective',
  procedure: 'Procedure',
  expected_detection: 'Expected detection',
} as const;
type Section = keyof typeof titles;
const sections = Object.keys(titles) as Section[];

/** Takes the texts of a template, returns one description; null when it has none. */
export function writeSections(texts: Sections): string | null {
  const parts = sections.flatMap((section) =>
    texts[section] === null ? [] : [`### ${titles[section]}\n${texts[section]}`],
  );
  if (parts.length === 0) return texts.description;
  return [...(texts.description === null ? [] : [texts.description]), ...parts].join('\n\n');
}

/** Takes a description, returns it without the sections at its end, and these sections. */
export function readSections(text: string | null): Sections {
  const read: Sections = { description: null, objective: null, procedure: null, expected_detection: null };
  const pieces = (text ?? '').split(/(?:^|\n\n)### (Objective|Procedure|Expected detection)\n/);
  for (let index = 1; index < pieces.length; index += 2) {
    const section = sections.find((key) => titles[key] === pieces[index])!;
    read[section] = pieces[index + 1] || null;
  }
  read.description = pieces[0] || null;
  // A text in another form is left unchanged.
  return writeSections(read) === text ? read : { ...read, ...nothing, description: text || null };
}

const nothing = { objective: null, procedure: null, expected_detection: null };
