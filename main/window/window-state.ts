import { z } from 'zod';

export type Rectangle = { x: number; y: number; width: number; height: number };

const coordinate = z.number().int().min(-100_000).max(100_000);
const length = z.number().int().min(1).max(100_000);

/** Window state kept between launches. */
export const windowState = z.strictObject({
  bounds: z.strictObject({ x: coordinate, y: coordinate, width: length, height: length }),
  maximized: z.boolean(),
  zoom: z.number().min(-3).max(5),
});
export type WindowState = z.output<typeof windowState>;

export const leastSize = { width: 960, height: 640 } as const;
const firstSize = { width: 1440, height: 900 } as const;

/** Part of the upper edge that must be visible, so that the window can be moved. */
const grip = { width: 120, height: 40 } as const;

/**
 * Position of the window: the last one if it is visible on a display and fits it, else the middle of the first display.
 * `displays` are the usable areas.
 */
export function placeWindow(kept: WindowState | null, displays: readonly Rectangle[]): WindowState {
  const state = kept ?? { bounds: { x: 0, y: 0, ...firstSize }, maximized: false, zoom: 0 };
  const display = kept === null ? undefined : displays.find((area) => isInSight(kept.bounds, area));
  const area = display ?? displays[0];
  if (area === undefined) return state;
  const width = Math.min(Math.max(state.bounds.width, leastSize.width), area.width);
  const height = Math.min(Math.max(state.bounds.height, leastSize.height), area.height);
  if (display !== undefined) return { ...state, bounds: { ...state.bounds, width, height } };
  const x = area.x + Math.round((area.width - width) / 2);
  const y = area.y + Math.round((area.height - height) / 2);
  return { ...state, bounds: { x, y, width, height } };
}

function isInSight({ x, y, width }: Rectangle, area: Rectangle): boolean {
  const across = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
  const down = Math.min(y + grip.height, area.y + area.height) - Math.max(y, area.y);
  return across >= Math.min(grip.width, width) && down >= grip.height;
}
