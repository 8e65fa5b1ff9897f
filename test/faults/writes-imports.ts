import { moment } from '../support/until.ts';
import { gone, showing } from './ledger.ts';
import type { Worker, Write } from './writes.ts';

const path = '/api/v1/imports';

function fileOf(name: string, guid: string): FormData {
  const text = `attack_technique: T1087
display_name: Accounts
atomic_tests:
- name: ${JSON.stringify(name)}
  auto_generated_guid: ${guid}
  description: Lists the accounts
  supported_platforms: [linux]
  executor: { name: sh, command: id }
`;
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
 * An import is read, and done, after its request was answered: what it made is noted once it says so, and what it failed for is
 * said by its problem.
 */
async function importTemplate(worker: Worker): Promise<{ id: string; template: string }> {
  const name = worker.name();
  const { id } = await worker.make(path, fileOf(name, crypto.randomUUID()), () => [], 202);
  const read = await whenSettled(worker, id);
  if (read.status !== 'ready') worker.refuse(`the import ${id}`, read.problem);
  await worker.change('POST', `${path}/${id}/apply`, {}, [], 202);
  const applied = await whenSettled(worker, id);
  if (applied.status !== 'applied') worker.refuse(`the import ${id}`, applied.problem);
  const { items } = await worker.read(`${path}/${id}/rows`);
  const template = `/api/v1/test-templates/${items[0].object.id}`;
  worker.acknowledge([showing(`import ${id}`, `${path}/${id}`, { status: 'applied' })]);
  worker.acknowledge([showing(`imported ${id}`, template, { name })]);
  return { id, template };
}

/** What comes in from other tools. */
export const importWrites: readonly Write[] = [
  {
    route: 'POST /imports/:import_id/apply',
    async run(worker) {
      await importTemplate(worker);
    },
  },
  {
    route: 'POST /imports/:import_id/undo',
    async run(worker) {
      const { id, template } = await importTemplate(worker);
      await worker.change('POST', `${path}/${id}/undo`, undefined, [
        showing(`import ${id}`, `${path}/${id}`, { status: 'undone' }),
        gone(`imported ${id}`, template),
      ]);
    },
  },
];
