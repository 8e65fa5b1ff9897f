import { Anchor } from '@mantine/core';
import { t } from '../../words.ts';

/** Shows another person's text in a field, which keeps the focus. */
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
