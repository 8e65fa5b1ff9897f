import type { Matrix } from '../../../../server/catalogue/contract.ts';
import { t } from '../../../words.ts';
import { type Coverage, hidesMisses, type Shade, type Standing, toState } from './coverage.ts';
import type { MatrixLayout } from './matrix-layout.ts';
import { unratedColor } from './navigator-layer.ts';

const cell = { width: 150, height: 46, gap: 3 };
const margin = 20;
const top = { title: 34, legend: 30, tactics: 40 };
const font = 'system-ui, sans-serif';
/** Larger canvases are not drawn reliably in all browsers. */
const mostPixels = 60_000_000;

/** Draws the matrix as laid out, on white, and returns it as a PNG. */
export function drawMatrix(
  matrix: Matrix,
  layout: MatrixLayout,
  coverage: Coverage,
  {
    title,
    levels,
    isSplit,
    isCompared,
  }: { title: string; levels: readonly Shade[]; isSplit: boolean; isCompared: boolean },
): Promise<Blob> {
  const width = 2 * margin + layout.columns.length * (cell.width + cell.gap);
  const head = margin + top.title + top.legend + top.tactics;
  const height = head + layout.rows.length * (cell.height + cell.gap) + margin;
  const scale = width * height * 4 <= mostPixels ? 2 : 1;
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext('2d');
  if (context === null) return Promise.reject(new Error(t('shared.picture_too_large')));
  context.scale(scale, scale);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.textBaseline = 'middle';
  drawHead(context, title, levels, { width, isSplit, isCompared });
  layout.columns.forEach((cells, column) => {
    const x = margin + column * (cell.width + cell.gap);
    context.fillStyle = '#1f2328';
    context.font = `600 12px ${font}`;
    context.fillText(
      truncate(context, matrix.tactics[column]?.name ?? '', cell.width),
      x,
      head - top.tactics / 2,
    );
    cells.forEach(({ id, name, isSub }, row) => {
      const y = head + row * (cell.height + cell.gap);
      const standing = coverage.get(id);
      const state = toState(standing);
      const indent = isSub ? 12 : 0;
      const box = { x: x + indent, y, width: cell.width - indent, height: cell.height };
      if (state === 'untested') fill(context, '#f6f7f9', box);
      else drawStanding(context, standing, box, levels[0]?.color ?? unratedColor);
      context.fillStyle = '#1f2328';
      context.font = `600 9px ${font}`;
      const sign = standing?.level?.sign;
      context.fillText(sign === undefined ? id : `${sign} ${id}`, x + indent + 8, y + 9);
      context.font = `11px ${font}`;
      for (const [line, text] of breakInTwo(context, name, cell.width - indent - 12).entries()) {
        context.fillText(text, x + indent + 8, y + 22 + line * 13);
      }
    });
  });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error(t('shared.picture_too_large')));
      else resolve(blob);
    }, 'image/png');
  });
}

type Box = { x: number; y: number; width: number; height: number };

function fill(context: CanvasRenderingContext2D, color: string, { x, y, width, height }: Box): void {
  context.fillStyle = color;
  context.fillRect(x, y, width, height);
}

/** The colour of an entry, or its shades in proportion; hidden misses are hatched along its lower edge. */
function drawStanding(
  context: CanvasRenderingContext2D,
  standing: Standing | undefined,
  box: Box,
  missedColor: string,
): void {
  const parts = standing?.parts;
  if (parts === undefined) {
    const color = standing?.level?.color ?? unratedColor;
    fill(context, lighten(color), box);
    fill(context, color, { ...box, width: 4 });
    if (hidesMisses(standing)) hatch(context, missedColor, { ...box, y: box.y + box.height - 4, height: 4 });
    return;
  }
  const all = parts.reduce((sum, { tests }) => sum + tests, 0);
  let x = box.x;
  for (const { shade, tests } of parts) {
    const width = (tests / all) * box.width;
    fill(context, lighten(shade.color), { ...box, x, width });
    const edge = { x, y: box.y + box.height - 5, width, height: 5 };
    if (shade.rank === 0) hatch(context, shade.color, edge);
    else fill(context, shade.color, edge);
    x += width;
  }
}

function hatch(context: CanvasRenderingContext2D, color: string, { x, y, width, height }: Box): void {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.strokeStyle = color;
  context.lineWidth = 2;
  for (let from = x - height; from < x + width; from += 5) {
    context.beginPath();
    context.moveTo(from, y + height);
    context.lineTo(from + height, y);
    context.stroke();
  }
  context.restore();
}

function drawHead(
  context: CanvasRenderingContext2D,
  title: string,
  levels: readonly Shade[],
  { width, isSplit, isCompared }: { width: number; isSplit: boolean; isCompared: boolean },
): void {
  context.fillStyle = '#1f2328';
  context.font = `600 18px ${font}`;
  context.fillText(truncate(context, title, width - 2 * margin), margin, margin + 10);
  context.font = `12px ${font}`;
  let x = margin;
  const y = margin + top.title + 6;
  const legend = [
    ...(isCompared
      ? []
      : [
          { name: t('catalogue.never_tested_2'), color: '#d9dce1' },
          { name: t('catalogue.run_not_rated'), color: unratedColor },
        ]),
    ...levels.map(({ name, color, sign }) => ({
      name: sign === undefined ? name : `${sign} ${name}`,
      color,
    })),
  ];
  for (const { name, color } of legend) {
    context.fillStyle = color;
    context.fillRect(x, y - 6, 12, 12);
    context.fillStyle = '#1f2328';
    context.fillText(name, x + 18, y);
    x += 18 + context.measureText(name).width + 20;
  }
  if (isSplit || isCompared) return;
  hatch(context, levels[0]?.color ?? unratedColor, { x, y: y - 6, width: 12, height: 12 });
  context.fillStyle = '#1f2328';
  context.fillText(t('catalogue.missed_by_another_test'), x + 18, y);
}

/** A colour at a quarter over white, so that dark text is readable on it. */
function lighten(color: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const mixed = [red, green, blue].map((part) => Math.round(255 - (255 - (part ?? 255)) * 0.28));
  return `rgb(${mixed.join(' ')})`;
}

function truncate(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let end = text.length;
  while (end > 0 && context.measureText(`${text.slice(0, end)}…`).width > width) end -= 1;
  return `${text.slice(0, end)}…`;
}

/** A name in at most two lines, broken between words. */
function breakInTwo(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const words = text.split(' ');
  let count = words.length;
  while (count > 1 && context.measureText(words.slice(0, count).join(' ')).width > width) count -= 1;
  const rest = words.slice(count).join(' ');
  const lines = [words.slice(0, count).join(' '), ...(rest === '' ? [] : [rest])];
  return lines.map((line) => truncate(context, line, width));
}
