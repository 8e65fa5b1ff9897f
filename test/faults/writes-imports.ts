import { moment } from '../support/servers/until.ts';
import { type Fact, gone, showing } from './ledger.ts';
import type { Worker, Write } from './worker.ts';

const path = '/api/v1/imports';

/** More than one slice of the import. */
const many = 90;

function fileOf(names: readonly string[]): FormData {
  const tests = names.map(
    (name) => `- name: ${JSON.stringify(name)}
  auto_generated_guid: ${crypto.randomUUID()}
  description: Lists the accounts
  supported_platforms: [linux]
  executor: { name: sh, command: id }
`,
  );
  const text = `attack_technique: T1087\ndisplay_name: Accounts\natomic_tests:\n${tests.join('')}`;
  const form = new FormData();
  form.append('file', new Blob([text]), 'T1087.yaml');
  return form;
}

async function whenSettled(worker: Worker, id: string): Promise<Record<string, unknown>> {
  for (;;) {
    const found = await worker.read(`${path}/${id}`);
    if (found.status !== 'reading' && found.status !== 'applying') return found;
    await moment(5);
  }
}

/**
 * Reads and applies an import, which happens after the answers: notes its result once reported, and throws its problem if it
 * failed. Until then either all of it is there, or nothing.
 */
async function importTemplates(
  worker: Worker,
  count: number,
): Promise<{ id: string; template: string; facts: (status: string, total: number) => Fact[] }> {
  // The suffix keeps the first name from being the start of the tenth.
  const name = `${worker.name()} imported`;
  const names = Array.from({ length: count }, (_, index) => (count === 1 ? name : `${name} no. ${index}`));
  const { id } = await worker.make(path, fileOf(names), () => [], 202);
  const read = await whenSettled(worker, id);
  if (read.status !== 'ready') worker.refuse(`the import ${id}`, read.problem);
  const facts = (status: string, total: number): Fact[] => [
    showing(`import ${id}`, `${path}/${id}`, { status }),
    showing(`imported by ${id}`, `/api/v1/test-templates?limit=1&q=${encodeURIComponent(name)}`, { total }),
  ];
  worker.acknowledge(facts('ready', 0));
  worker.ask(facts('applied', count));
  await worker.change('POST', `${path}/${id}/apply`, {}, [], 202);
  const applied = await whenSettled(worker, id);
  if (applied.status !== 'applied') worker.refuse(`the import ${id}`, applied.problem);
  const { items } = await worker.read(`${path}/${id}/rows`);
  const template = `/api/v1/test-templates/${items[0].object.id}`;
  worker.acknowledge(facts('applied', count));
  worker.acknowledge([showing(`imported ${id}`, template, { name: names[0] })]);
  return { id, template, facts };
}

async function undo(worker: Worker, count: number): Promise<void> {
  const { id, template, facts } = await importTemplates(worker, count);
  const undone = [...facts('undone', 0), gone(`imported ${id}`, template)];
  await worker.change('POST', `${path}/${id}/undo`, undefined, undone);
}

/** Imports from other tools. */
export const importWrites: readonly Write[] = [
  {
    route: 'POST /imports/:import_id/apply',
    run: (worker) => importTemplates(worker, 1),
  },
  {
    route: 'POST /imports/:import_id/undo',
    run: (worker) => undo(worker, 1),
  },
  {
    route: 'POST /imports/:import_id/apply',
    inSlices: true,
    run: (worker) => importTemplates(worker, many),
  },
  {
    route: 'POST /imports/:import_id/undo',
    inSlices: true,
    run: (worker) => undo(worker, many),
  },
];
