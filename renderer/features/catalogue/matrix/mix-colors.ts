import type { Part } from './coverage.ts';

/** One colour mixed from shades in proportion. */
export function mixColors(parts: readonly Part[]): string {
  const all = parts.reduce((sum, { tests }) => sum + tests, 0);
  const mixed = [1, 3, 5].map((at) => {
    const sum = parts.reduce(
      (total, { shade, tests }) => total + Number.parseInt(shade.color.slice(at, at + 2), 16) * tests,
      0,
    );
    return Math.round(sum / all)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${mixed.join('')}`;
}
