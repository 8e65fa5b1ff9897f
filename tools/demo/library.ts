import type { Api } from './api.ts';
import { listExpected } from './expectations.ts';
import { atomicTemplates } from './templates.ts';

/** Number of scenarios taken from the starter library, for Windows and the Linux server. */
const scenariosTaken = 5;

/** Creates the library: the starter library, or a folder of Atomic Red Team files. Returns its scenarios, in order. */
export async function makeLibrary(api: Api, atomicsFolder: string | undefined): Promise<string[]> {
  if (atomicsFolder !== undefined) return makeAtomicLibrary(api, atomicsFolder);
  await api.send('POST', '/starter-library');
  const { items } = await api.send('GET', '/scenario-templates?limit=200');
  return items.slice(0, scenariosTaken).map(({ id }: { id: string }) => id);
}

const scenarioNames = ['Foothold and first look around', 'Staying on the host', 'Towards the goal'];

async function makeAtomicLibrary(api: Api, folder: string): Promise<string[]> {
  const made: string[] = [];
  for (const [place, template] of (await atomicTemplates(folder)).entries()) {
    const body = { ...template, expectations: listExpected(place) };
    made.push((await api.send('POST', '/test-templates', body)).id);
  }
  const share = Math.ceil(made.length / scenarioNames.length);
  const scenarios: string[] = [];
  for (const [index, name] of scenarioNames.entries()) {
    const scenario = await api.send('POST', '/scenario-templates', {
      name,
      description: `Part ${index + 1} of the demonstration exercise.`,
      tags: ['demonstration'],
      test_template_ids: made.slice(index * share, (index + 1) * share),
    });
    scenarios.push(scenario.id);
  }
  return scenarios;
}
