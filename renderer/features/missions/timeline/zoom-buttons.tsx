import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  type IconProps,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { t } from '../../../words.ts';
import { mayZoomIn, move, type Span, zoomIn, zoomOut } from './zoom.ts';

/** Visible part of the timeline; `shown` is null for all of it. */
export function ZoomButtons({
  times,
  whole,
  shown,
  onShow,
}: {
  times: readonly number[];
  whole: Span;
  shown: Span | null;
  onShow: (part: Span | null) => void;
}) {
  const seen = shown ?? whole;
  const [earlier, later] = [move(seen, times, 'earlier'), move(seen, times, 'later')];
  const buttons: [string, ComponentType<IconProps>, (() => void) | null][] = [
    [t('tests.earlier'), IconChevronLeft, earlier && (() => onShow(earlier))],
    [t('tests.later'), IconChevronRight, later && (() => onShow(later))],
    [t('tests.zoom_in'), IconZoomIn, mayZoomIn(seen) ? () => onShow(zoomIn(seen, times)) : null],
    [t('tests.zoom_out'), IconZoomOut, shown && (() => onShow(zoomOut(shown, whole)))],
    [t('tests.show_all_of_it'), IconZoomReset, shown && (() => onShow(null))],
  ];
  return buttons.map(([label, Picture, press]) => (
    <Tooltip key={label} label={label}>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-label={label}
        // If the button were disabled, it would lose the focus after the last press.
        aria-disabled={press === null}
        data-disabled={press === null}
        style={press === null ? { background: 'none' } : {}}
        onClick={() => press?.()}
      >
        <Picture size={15} aria-hidden />
      </ActionIcon>
    </Tooltip>
  ));
}
