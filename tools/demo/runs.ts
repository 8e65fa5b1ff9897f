import type { Api } from './api.ts';
import { describeAttack } from './details.ts';
import { addFacts, raisesAlert, type Tools } from './facts.ts';

type Again = {
  red: Api;
  blue: Api;
  tools: Tools;
  /** Time of the second run. */
  at: string;
  /** The position whose outcome it then gets. */
  as: number;
};

/** Runs a test again after a fix, with another outcome, and reviews it. */
export async function runAgain(test: string, { red, blue, tools, at, as }: Again): Promise<void> {
  const { command, operator } = await red.send('GET', test);
  await red.send('POST', `${test}/runs`, { reason: 'after_fix' });
  await red.send('PUT', test, {
    command,
    output: `[${at}] started\n[${at}] exit code 0\n`,
    red_comment: 'The same again, after the rule was changed.',
    ...describeAttack(0, at, operator),
  });
  await red.send('POST', `${test}/transition`, { status: 'executed', executed_at: at });
  await addFacts(blue, test, tools, { at, place: as });
  const blue_comment = raisesAlert(as)
    ? 'The new rule raised an alert.'
    : 'It is in the logs now, and still nobody was told.';
  await blue.send('PUT', test, { blue_comment });
  await blue.send('POST', `${test}/transition`, { status: 'reviewed_by_blue' });
}
