import { fillCommand, type Variables } from '../../../../domain/variables.ts';
import type { Mission, MissionTest } from '../../../../server/missions/contract.ts';
import { useCopied } from '../../../ui/copy/copy-button.tsx';
import type { FieldWriter } from '../../../ui/record/field-writer.ts';
import type { TestField } from './test-record.ts';

export type SuggestedCommand = {
  /** Values of variables, earlier ones taking precedence. */
  variables: readonly Variables[];
  /** Copies the command into the record; null for people who may not, or without a suggested command. */
  use: (() => void) | null;
  copy: (() => void) | null;
  /** Whether the command has just been copied. */
  copied: boolean;
};

/** The command of a plan with substituted variables. */
export function useSuggestedCommand(
  test: MissionTest | undefined,
  mission: Mission | undefined,
  may: boolean,
  writer: FieldWriter<TestField>,
): SuggestedCommand {
  const { copied, copy } = useCopied();
  if (test === undefined) return { variables: [], use: null, copy: null, copied };
  const variables = [test.variables, mission?.variables ?? {}, test.variable_defaults];
  if (test.suggested_command === null) return { variables, use: null, copy: null, copied };
  const { text } = fillCommand(test.suggested_command, ...variables);
  const use = () => {
    const draft = writer.states.get().command?.draft;
    const present = (draft ? draft.value : test.command) ?? '';
    // Existing text stays, because it may be the executed command.
    writer.edit('command', present.trim() === '' ? text : `${present}\n${text}`);
    void writer.flush();
  };
  return { variables, use: may ? use : null, copy: () => copy(text), copied };
}
