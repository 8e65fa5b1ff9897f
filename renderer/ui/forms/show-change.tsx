import { Anchor } from '@mantine/core';
import { t } from '../../words.ts';

/** Replaces a field's text with the other person's, and keeps the focus. */
export function ShowChange({ onShow }: { onShow: () => void }) {
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      onMouseDown={(event) => event.preventDefault()}
      onClick={onShow}
    >
      {t('shared.show_change')}
    </Anchor>
  );
}
