import type { SensitiveObject } from '../../../../domain/sensitive.ts';
import { findText } from '../../../words.ts';
import { findingFieldNames } from '../findings/finding-record.ts';
import { fieldName as testFieldNames } from '../mission-tests/test-record.ts';

/** The label of a text of a report, as in its form; a field without a form in readable letters. */
export function nameTextField(object: SensitiveObject, field: string): string {
  return (
    nameAsForm(object, field) ??
    findText(`history.field.${object === 'tlpt' ? 'mission' : object}.${field}`) ??
    findText(`history.field.any.${field}`) ??
    field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ')
  );
}

function nameAsForm(object: SensitiveObject, field: string): string | null {
  const names: Partial<Record<string, string>> =
    object === 'test' ? testFieldNames() : object === 'finding' ? findingFieldNames() : {};
  return names[field] ?? (object === 'tlpt' ? findText(`tlpt_fields.field.${field}`) : null);
}
