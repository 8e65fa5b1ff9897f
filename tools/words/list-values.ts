import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Catalogue } from '../../domain/words/translate.ts';

/** The values of a message by name, each with its TypeScript type, in which `Text` and `Tag` are parameters. */
export type Values = ReadonlyMap<string, string>;

/** Takes a message in ICU syntax, returns its values; throws if it is invalid. */
export function listValues(message: string): Values {
  const values = new Map<string, string>();
  collect(parse(message), values);
  return new Map([...values].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function collect(elements: readonly MessageFormatElement[], values: Map<string, string>): void {
  for (const element of elements) {
    if (element.type === TYPE.argument) add(values, element.value, 'Text');
    else if (element.type === TYPE.number) add(values, element.value, 'number');
    else if (element.type === TYPE.date || element.type === TYPE.time) add(values, element.value, 'Date');
    else if (element.type === TYPE.tag) {
      add(values, element.value, 'Tag');
      collect(element.children, values);
    } else if (element.type === TYPE.plural || element.type === TYPE.select) {
      add(values, element.value, element.type === TYPE.plural ? 'number' : typeOfCases(element.options));
      for (const { value } of Object.values(element.options)) collect(value, values);
    }
  }
}

function typeOfCases(options: Readonly<Record<string, unknown>>): string {
  const cases = Object.keys(options);
  if (cases.includes('true') || cases.includes('false')) return 'boolean';
  return cases.map((one) => `'${one}'`).join(' | ');
}

/** A value used in several places gets its narrowest type, because a number is also a text. */
function add(values: Map<string, string>, name: string, type: string): void {
  const known = values.get(name);
  if (known === undefined || known === 'Text') values.set(name, type);
}

/** Takes a catalogue, returns its messages by key. */
export function listMessages(catalogue: Catalogue): [key: string, message: string][] {
  return Object.entries(catalogue).flatMap(([room, messages]) =>
    Object.entries(messages).map(([name, message]): [string, string] => [`${room}.${name}`, message]),
  );
}

/** Takes the English catalogue, returns the module with the types of the values in its messages. */
export function writeMessageValues(catalogue: Catalogue): string {
  const lines = listMessages(catalogue).flatMap(([key, message]) => {
    const values = [...listValues(message)].map(([name, type]) => `${name}: ${type}`);
    return values.length === 0 ? [] : [`  '${key}': { ${values.join('; ')} };`];
  });
  return `// Written by \`npm run words\`.

/** The values of each message that has any: \`Text\` is what stands in for a text, \`Tag\` for what a tag encloses. */
export interface MessageValues<Text, Tag> {
  '': { text: Text; tag: Tag };
${lines.sort().join('\n')}
}
`;
}
