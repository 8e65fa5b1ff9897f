import type { CSSProperties } from 'react';
import type { Look } from './messages.ts';

/** Legible on the dark ground of the screen. */
const named = [
  '#6b7280',
  '#f87171',
  '#4ade80',
  '#facc15',
  '#60a5fa',
  '#e879f9',
  '#22d3ee',
  '#e5e7eb',
  '#9ca3af',
  '#fca5a5',
  '#86efac',
  '#fde047',
  '#93c5fd',
  '#f0abfc',
  '#67e8f9',
  '#ffffff',
];
const text = '#e5e7eb';
const ground = '#16181d';
const steps = [0, 95, 135, 175, 215, 255];

/** The style of a stretch of a terminal's screen. */
export function styleOf({ colour, background, bold, dim, italic, underline }: Look): CSSProperties {
  return {
    ...(colour !== null && { color: toCss(colour) }),
    ...(background !== null && { backgroundColor: toCss(background) }),
    ...(bold && { fontWeight: 700 }),
    ...(dim && { opacity: 0.7 }),
    ...(italic && { fontStyle: 'italic' }),
    ...(underline && { textDecoration: 'underline' }),
  };
}

/** Of the palette of 256 colours, 16 have names, 216 are a cube and 24 are greys. */
function toCss(colour: number | string): string {
  if (colour === 'text') return text;
  if (colour === 'background') return ground;
  if (typeof colour === 'string') return colour;
  const name = named[colour];
  if (name !== undefined) return name;
  if (colour >= 232) return toRgb([0, 0, 0].map(() => 8 + (colour - 232) * 10));
  const place = colour - 16;
  return toRgb([place / 36, (place / 6) % 6, place % 6].map((step) => steps[Math.floor(step)] ?? 0));
}

function toRgb(parts: readonly number[]): string {
  return `rgb(${parts.join(' ')})`;
}
