import { toVisibleText } from '../../../domain/visible-text.ts';
import { ApiError } from '../../api/connection/problem.ts';
import { t } from '../../words.ts';

type Clash<Field extends string> = {
  theirs: { updated_by: { display_name: string } | null };
  fields: readonly Field[];
  message: string;
};

/** Explains a refused save of fields that someone else has written in the meantime, with the current value of each. */
export function explainClash<Field extends string>(
  { theirs, fields, message }: Clash<Field>,
  describe: (who: string, field: Field) => string,
): ApiError {
  const who = toVisibleText(theirs.updated_by?.display_name ?? t('remediation.somebody_else'));
  const errors = fields.map((path) => ({ path, message: describe(who, path) }));
  return new ApiError(412, { code: 'stale', detail: message, errors });
}

const longestShown = 400;

/** Says what somebody else has written in a field. */
export function describeTheirs(who: string, text: string | null | undefined): string {
  if (!text) return t('remediation.clash.empty', { who });
  const shown = toVisibleText(text);
  const theirs = shown.length > longestShown ? `${shown.slice(0, longestShown)}…` : shown;
  return t('remediation.clash.text', { who, theirs });
}
