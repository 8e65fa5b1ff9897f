import type { Api } from './api.ts';

type Expected = {
  kind: string;
  result: 'yes' | 'no' | 'any';
  severity?: string;
  within_seconds?: number;
  tool_ids?: string[];
};

const alert: Expected = { kind: 'alerted', result: 'yes', severity: 'medium', within_seconds: 300 };
const log: Expected = { kind: 'logged', result: 'yes' };

/** Expected outcomes of the test at this position: some met, some not, some tests without any. */
export function listExpected(place: number): Expected[] {
  const turns: Expected[][] = [
    [alert, log],
    [],
    [{ kind: 'prevented', result: 'any' }, alert],
    [{ kind: 'prevented', result: 'yes' }],
    [log],
  ];
  return turns[place % turns.length] as Expected[];
}

/** Names the tool expected to raise a test's alert. */
export async function expectOfTool(api: Api, test: string, tool: { id: string }): Promise<void> {
  const expectations = [{ ...alert, tool_ids: [tool.id] }, log];
  await api.send('PUT', `${test}/expectations`, { expectations });
}
