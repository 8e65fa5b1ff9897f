import { Pill } from '@mantine/core';
import { toVisibleText } from './visible-text.ts';

/** A label among others in a field, for `renderPill`: what it hides is written out, as everywhere. */
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
