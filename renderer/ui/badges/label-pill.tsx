import { Pill } from '@mantine/core';
import { toVisibleText } from '../../../domain/visible-text.ts';

/** A label in a field, for `renderPill`; hidden characters are made visible, as everywhere. */
export function renderLabelPill({
  value,
  onRemove,
  disabled,
}: {
  value?: unknown;
  onRemove?: () => void;
  disabled?: boolean;
}) {
  return (
    <Pill withRemoveButton={!disabled} {...(onRemove ? { onRemove } : {})}>
      {toVisibleText(String(value))}
    </Pill>
  );
}
