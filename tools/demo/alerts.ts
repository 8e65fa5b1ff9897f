import type { Api } from './api.ts';

type Executed = {
  name: string;
  command: string;
  executed_at: string;
  target_host: string | null;
  catalog_tags: string[];
};

const delays = [38, 75, 12, 140, 55];
const severities = ['high', 'medium', 'high', 'critical', 'low'] as const;

/** Alerts that wait for blue: of tests that nobody has reviewed yet, and of a rule that fires all day. */
export async function sendAlerts(blue: Api, mission: string): Promise<void> {
  const { scenarios } = await blue.send('GET', `/missions/${mission}`);
  const waiting = scenarios
    .flatMap(({ tests }: { tests: { id: string; status: string }[] }) => tests)
    .filter(({ status }: { status: string }) => status === 'executed')
    .slice(0, delays.length);
  const alerts = [];
  for (const [index, { id }] of waiting.entries()) {
    const test: Executed = await blue.send('GET', `/missions/${mission}/tests/${id}`);
    alerts.push({
      source: 'elastic',
      external_id: `demo-${index}`,
      occurred_at: after(test.executed_at, delays[index] as number),
      title: `Unusual activity: ${test.name}`,
      rule_name: `Unusual activity: ${test.name}`,
      rule_id: `demo-rule-${index}`,
      severity: severities[index],
      hosts: [`${test.target_host ?? 'ws-0417'}.orchard.example`],
      process: { command_line: test.command },
      techniques: test.catalog_tags,
    });
  }
  const first = alerts[0];
  if (first === undefined) return;
  const noise = {
    source: 'elastic',
    external_id: 'demo-noise',
    occurred_at: after(first.occurred_at, 20 * 60),
    title: 'Update service contacts a new address',
    rule_name: 'Update service contacts a new address',
    severity: 'low',
    hosts: ['build-07.orchard.example'],
  };
  await blue.send('POST', `/missions/${mission}/alerts`, [...alerts, noise]);
}

function after(time: string, seconds: number): string {
  return new Date(Date.parse(time) + seconds * 1000).toISOString();
}
