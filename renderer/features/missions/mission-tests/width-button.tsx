import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowsMaximize, IconLayoutSidebarRight } from '@tabler/icons-react';
import { toggleBeside, useIsWide } from '../../../ui/dialogs/beside.ts';
import { t } from '../../../words.ts';

/** The page is rendered again in its other width, and a pressed button keeps the focus. */
let isPressed = false;

/** In a wide window, switches between full width for a test and the table of its mission next to it. */
export function WidthButton({ isBeside }: { isBeside: boolean }) {
  if (!useIsWide()) return null;
  const label = isBeside ? t('tests.use_the_whole_width') : t('tests.show_beside_the_table');
  const Picture = isBeside ? IconArrowsMaximize : IconLayoutSidebarRight;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size={34}
        aria-label={label}
        ref={(button) => {
          if (button === null || !isPressed) return;
          isPressed = false;
          button.focus();
        }}
        onClick={() => {
          isPressed = true;
          toggleBeside();
        }}
      >
        <Picture size={17} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
