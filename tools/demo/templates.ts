import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { atomicReader } from '../../server/interchange/formats/atomic/read.ts';
import type { PlannedTemplate } from '../../server/interchange/plan.ts';

/** A test template as sent to the server. */
export type TemplateInput = Omit<PlannedTemplate, 'row' | 'sourceId' | 'leftover' | 'catalog_tags'> & {
  catalog_tags: { kind: 'technique' | 'subtechnique'; external_id: string }[];
};

const filesTaken = 20;
const testsPerFile = 3;

/** Templates from twenty of the Atomic Red Team files in a folder, spread evenly over it. */
export async function atomicTemplates(folder: string): Promise<TemplateInput[]> {
  const files = readdirSync(folder)
    .filter((name) => /^T\d{4}(\.\d{3})?\.ya?ml$/.test(name))
    .sort();
  if (files.length === 0) throw new Error(`${folder} holds no Atomic Red Team files (T1059.001.yaml, …)`);
  const step = Math.max(1, files.length / filesTaken);
  const taken = Array.from(
    { length: Math.min(filesTaken, files.length) },
    (_, index) => files[Math.floor(index * step)] as string,
  );
  const read = await Promise.all(taken.map((file) => readAtomics(path.join(folder, file))));
  return read.flatMap((templates) => templates.slice(0, testsPerFile));
}

/** The tests of an Atomic Red Team file, as read by an import. */
export async function readAtomics(place: string): Promise<TemplateInput[]> {
  const bytes = readFileSync(place);
  const name = path.basename(place);
  const member = { name, size: bytes.length, read: async () => bytes };
  const { templates } = await atomicReader.read(
    { name, isArchive: false, members: [member] },
    { choices: {}, attack: { nameOf: () => null, tacticsOf: () => [] }, progress: () => {} },
  );
  return templates.map(({ row: _row, sourceId: _id, leftover: _left, catalog_tags, ...template }) => ({
    ...template,
    catalog_tags: catalog_tags.map((external_id) => ({
      kind: external_id.includes('.') ? 'subtechnique' : 'technique',
      external_id,
    })),
  }));
}
