import type { Box, Drawing, Pattern, Shape } from './drawing.ts';
import { type ChartTheme, type Palette, palettes } from './palette.ts';
import { toLine, wrapText } from './text-width.ts';

/** An element of SVG; attributes are named as React names them. */
export type Element = {
  tag: 'svg' | 'title' | 'desc' | 'g' | 'rect' | 'line' | 'path' | 'circle' | 'text';
  attributes: Readonly<Record<string, string | number>>;
  children?: readonly Element[] | string;
};

export const chartFont = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
export const chartFontSize = 12;

const head = { margin: 14, title: 15, hint: 12, line: 17 };

/** Takes shapes and the colour of each role, returns their SVG elements. */
export function toElements(shapes: readonly Shape[], palette: Palette): Element[] {
  return shapes.flatMap((shape) => toElement(shape, palette));
}

/**
 * Takes a drawing, returns a self-contained SVG: no script, no style sheet, no identifiers that could clash with another's.
 * `heading` puts title and hint above it, for a file.
 */
export function toSvg(drawing: Drawing, theme: ChartTheme, { heading = false } = {}): string {
  const { title, description, width, height, shapes, targets, parts = [] } = drawing;
  const palette = palettes[theme];
  const inside: Element[] = [
    ...toElements(shapes, palette),
    ...[...targets, ...parts].map((target): Element => {
      const { tag, attributes } = box(target, 'none');
      return {
        tag,
        attributes: { ...attributes, pointerEvents: 'all' },
        children: [{ tag: 'title', attributes: {}, children: target.label }],
      };
    }),
  ];
  const above = heading ? drawHeading(drawing) : { shapes: [], height: 0 };
  const margin = heading ? head.margin : 0;
  const whole = { width: width + 2 * margin, height: height + above.height + 2 * margin };
  return toMarkup({
    tag: 'svg',
    attributes: {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${round(whole.width)} ${round(whole.height)}`,
      width: round(whole.width),
      height: round(whole.height),
      role: 'img',
      'aria-label': `${title}. ${description}`,
      fontFamily: chartFont,
      fontSize: chartFontSize,
    },
    children: [
      { tag: 'title', attributes: {}, children: title },
      { tag: 'desc', attributes: {}, children: description },
      box({ x: 0, y: 0, ...whole }, palette.surface),
      ...toElements(above.shapes, palette),
      {
        tag: 'g',
        attributes: { transform: `translate(${margin} ${margin + above.height})` },
        children: inside,
      },
    ],
  });
}

function drawHeading({ title, hint, width }: Drawing): { shapes: Shape[]; height: number } {
  const lines = [
    ...wrapText(title, head.title, width).map((text) => ({ text, isTitle: true })),
    ...(hint === null ? [] : wrapText(hint, head.hint, width).map((text) => ({ text, isTitle: false }))),
  ];
  return {
    shapes: lines.map(({ text, isTitle }, index) => ({
      kind: 'text',
      role: isTitle ? 'ink' : 'muted',
      x: head.margin,
      y: head.margin + head.title + index * head.line,
      text,
      size: isTitle ? head.title : head.hint,
      isBold: isTitle,
    })),
    height: lines.length * head.line + 10,
  };
}

function toElement(shape: Shape, palette: Palette): Element[] {
  const color = palette[shape.role];
  switch (shape.kind) {
    case 'rect': {
      const { attributes, ...rest } = box(shape, color);
      const element: Element = {
        ...rest,
        attributes: {
          ...attributes,
          ...(shape.radius === undefined ? {} : { rx: shape.radius }),
          ...(shape.opacity === undefined ? {} : { fillOpacity: shape.opacity }),
          ...(shape.outline === undefined ? {} : { stroke: palette[shape.outline], strokeWidth: 1 }),
        },
      };
      const over = shape.pattern ? drawPattern(shape.pattern, shape) : null;
      return over === null ? [element] : [element, over];
    }
    case 'line': {
      const { x1, y1, x2, y2, width = 1 } = shape;
      const ends = { x1: round(x1), y1: round(y1), x2: round(x2), y2: round(y2) };
      return [{ tag: 'line', attributes: { ...ends, stroke: color, strokeWidth: width } }];
    }
    case 'path': {
      const { d, width = 1.5, dash } = shape;
      const line = { d, fill: 'none', stroke: color, strokeWidth: width, strokeLinejoin: 'round' };
      return [{ tag: 'path', attributes: dash === undefined ? line : { ...line, strokeDasharray: dash } }];
    }
    case 'circle': {
      const { x, y, r, isHollow = false } = shape;
      const paint = isHollow ? { fill: palette.surface, stroke: color, strokeWidth: 2 } : { fill: color };
      return [{ tag: 'circle', attributes: { cx: round(x), cy: round(y), r, ...paint } }];
    }
    case 'text': {
      const { x, y, text, size = chartFontSize, anchor = 'start', isBold = false } = shape;
      return [
        {
          tag: 'text',
          attributes: {
            x: round(x),
            y: round(y),
            fill: color,
            fontSize: size,
            ...(anchor === 'start' ? {} : { textAnchor: anchor }),
            ...(isBold ? { fontWeight: 600 } : {}),
          },
          children: toLine(text),
        },
      ];
    }
  }
}

function box({ x, y, width, height }: Box, fill: string): Element {
  const size = { width: round(Math.max(0, width)), height: round(Math.max(0, height)) };
  return { tag: 'rect', attributes: { x: round(x), y: round(y), ...size, fill } };
}

/** Drawn line by line: an SVG pattern needs an identifier, and many programs lose it. */
function drawPattern(pattern: Pattern, area: Box): Element | null {
  const d = pattern === 'hatch' ? hatch(area) : pattern === 'lines' ? upright(area) : dots(area);
  if (d === '') return null;
  const isDots = pattern === 'dots';
  return {
    tag: 'path',
    attributes: {
      d,
      fill: 'none',
      stroke: '#ffffff',
      strokeOpacity: isDots ? 0.75 : 0.55,
      strokeWidth: isDots ? 2 : 1.5,
    },
  };
}

/** Lines at 45 degrees, clipped to the box. */
function hatch({ x, y, width, height }: Box): string {
  const parts: string[] = [];
  for (let from = 3; from < width + height; from += 6) {
    const [right, left] = [Math.min(from, width), Math.max(0, from - height)];
    parts.push(
      `M${round(x + left)} ${round(y + from - left)}L${round(x + right)} ${round(y + from - right)}`,
    );
  }
  return parts.join('');
}

function upright({ x, y, width, height }: Box): string {
  const parts: string[] = [];
  for (let from = 4; from < width - 1; from += 7)
    parts.push(`M${round(x + from)} ${round(y)}v${round(height)}`);
  return parts.join('');
}

function dots({ x, y, width, height }: Box): string {
  const parts: string[] = [];
  for (let row = 0; 3 + row * 5 <= height - 2; row += 1) {
    for (let from = row % 2 === 0 ? 3 : 6; from <= width - 3; from += 7) {
      parts.push(`M${round(x + from)} ${round(y + 3 + row * 5)}h2`);
    }
  }
  return parts.join('');
}

/** SVG's camel-case attributes: every other name is written with hyphens. */
const keptNames: readonly string[] = ['viewBox'];

function toMarkup({ tag, attributes, children = [] }: Element): string {
  const written = Object.entries(attributes).map(([name, value]) => {
    const own = keptNames.includes(name)
      ? name
      : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return ` ${own}="${escapeText(String(value))}"`;
  });
  const inside = typeof children === 'string' ? escapeText(children) : children.map(toMarkup).join('');
  return `<${tag}${written.join('')}>${inside}</${tag}>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** In one line; characters invalid in XML are replaced. */
function escapeText(text: string): string {
  return toLine(text)
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"']/g, (character) => entities[character] as string);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
