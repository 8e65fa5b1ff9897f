import type { ColorRole } from '../../../domain/charts/drawing.ts';
import { type Palette, palettes } from '../../../domain/charts/palette.ts';

const roles = Object.keys(palettes.light) as ColorRole[];

function nameVariable(role: ColorRole): `--${string}` {
  return `--chart-${role.replace('_', '-')}`;
}

/** The colours of drawings, as the theme has them. */
export const chartColors = Object.fromEntries(
  roles.map((role) => [role, `var(${nameVariable(role)})`]),
) as Palette;

/** Takes a scheme, returns its theme's variables for drawings. */
export function listChartVariables(scheme: 'light' | 'dark'): Record<`--${string}`, string> {
  return Object.fromEntries(roles.map((role) => [nameVariable(role), palettes[scheme][role]]));
}
