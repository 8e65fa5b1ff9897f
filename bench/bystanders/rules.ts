import { randomUUID } from 'node:crypto';
import { until } from '../../test/support/servers/until.ts';
import type { Site } from '../bench.ts';

/** Imports this many Sigma rules. */
export async function fillRules(site: Site, count: number): Promise<void> {
  const rules = Array.from({ length: count }, (_, index) =>
    [
      `title: Encoded command ${index}`,
      `id: ${randomUUID()}`,
      `description: ${'A process was started with an encoded command. '.repeat(10)}`,
      'status: test',
      'level: high',
      `tags: [attack.execution, attack.t${1001 + (index % 400)}]`,
      'logsource: {category: process_creation, product: windows}',
      'detection:',
      '  selection:',
      `    CommandLine|contains: ['-enc ${index}', '${'x'.repeat(400)}']`,
      '  condition: selection',
    ].join('\n'),
  );
  const form = new FormData();
  form.set('file', new Blob([rules.join('\n---\n')]), 'rules.yml');
  const { id } = JSON.parse(await site.send('POST', '/api/v1/imports?format=sigma', form)) as { id: string };
  const stateOf = async () =>
    JSON.parse(await site.send('GET', `/api/v1/imports/${id}`)) as { status: string };
  await until(async () => (await stateOf()).status === 'ready');
  await site.send('POST', `/api/v1/imports/${id}/apply`, {});
  await until(async () => (await stateOf()).status === 'applied');
}
