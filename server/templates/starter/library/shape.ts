import type { Variables } from '../../../../domain/variables.ts';
import type { NewScenarioTemplate, NewTestTemplate } from '../../contract.ts';

/** A test of the starter library; the key identifies it and never changes. */
export type StarterTest = Pick<
  NewTestTemplate,
  | 'name'
  | 'description'
  | 'objective'
  | 'procedure'
  | 'command'
  | 'cleanup_command'
  | 'expected_detection'
  | 'platforms'
  | 'opsec'
  | 'tags'
  | 'expectations'
> & {
  key: string;
  technique: string;
  /** Default values of the variables in its commands, each of which has one. */
  variables?: Variables;
};

export type StarterScenario = Pick<NewScenarioTemplate, 'name' | 'description' | 'tags'> & {
  tests: readonly StarterTest[];
};

type Expected = NewTestTemplate['expectations'][number];

/** Expected outcomes of a test: logged, alerted in time, prevented. */
export const logged: Expected = expect('logged');
export const prevented: Expected = expect('prevented');
export const alerted = (severity: Expected['severity'], minutes: number): Expected => ({
  ...expect('alerted'),
  severity,
  within_seconds: minutes * 60,
});

function expect(kind: Expected['kind']): Expected {
  return { kind, result: 'yes', severity: null, within_seconds: null, tool_ids: [] };
}
