import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readAtomics, type TemplateInput } from '../../../tools/demo/templates.ts';

/** The first tests of this many files in a folder of atomics, spread evenly over it, as test templates. */
export function atomicTemplates(
  folder: string,
  count: number,
  isKnown: (technique: string) => boolean,
): Promise<TemplateInput[]> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml') && isKnown(path.basename(name, '.yaml')))
    .sort();
  const first = async (index: number) => {
    const file = files[Math.floor((index * files.length) / count)] as string;
    const [template] = await readAtomics(path.join(folder, file));
    if (template === undefined) throw new Error(`${file} holds no test`);
    return template;
  };
  return Promise.all(Array.from({ length: count }, (_, index) => first(index)));
}
