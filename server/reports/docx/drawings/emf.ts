import type { Drawing } from '../../../../domain/charts/drawing.ts';
import { palettes } from '../../../../domain/charts/palette.ts';
import { chartFontSize, type Element, toElements } from '../../../../domain/charts/svg.ts';

/** Units of a pixel of a drawing. */
const scale = 10;
const pixelsOfInch = 96;
const paper = palettes.paper;

const records = {
  header: 1,
  polyline: 4,
  end: 14,
  backgroundMode: 18,
  textAlign: 22,
  textColor: 24,
  select: 37,
  createPen: 38,
  createBrush: 39,
  remove: 40,
  ellipse: 42,
  rectangle: 43,
  createFont: 82,
  text: 84,
} as const;

/** Objects that every program has. */
const nullBrush = 0x80000005;
const nullPen = 0x80000008;
const systemFont = 0x8000000d;
/** Each object is removed before the next of its kind. */
const handles = { brush: 1, pen: 2, font: 3 } as const;

/**
 * Takes a drawing, returns it as an Enhanced Metafile: lines, areas and text for versions of Word and other programs that show no
 * SVG.
 */
export function toEmf({ width, height, shapes }: Drawing): Buffer {
  const writer = new EmfWriter();
  writer.add(records.backgroundMode, numbers(1));
  writer.add(records.select, numbers(nullPen));
  const all = [{ kind: 'rect', role: 'surface', x: 0, y: 0, width, height } as const, ...shapes];
  for (const element of toElements(all, paper)) writer.draw(element);
  return writer.finish(width, height);
}

class EmfWriter {
  readonly #records: Buffer[] = [];
  /** Colour of the last area, on which its pattern is drawn. */
  #below: string = paper.surface;

  add(type: number, ...content: Buffer[]): void {
    const length = content.reduce((sum, { length }) => sum + length, 8);
    this.#records.push(Buffer.concat([numbers(type, length), ...content]));
  }

  draw({ tag, attributes, children }: Element): void {
    const read = (name: string) => Number(attributes[name] ?? 0);
    switch (tag) {
      case 'rect': {
        const [x, y] = [read('x'), read('y')];
        this.#below = mix(String(attributes.fill), Number(attributes.fillOpacity ?? 1), paper.surface);
        const box = [x, y, x + read('width'), y + read('height')];
        this.#shape(records.rectangle, this.#below, attributes, box);
        break;
      }
      case 'circle': {
        const [x, y, r] = [read('cx'), read('cy'), read('r')];
        const box = [x - r, y - r, x + r, y + r];
        this.#shape(records.ellipse, String(attributes.fill), attributes, box);
        break;
      }
      case 'line':
        this.#stroke(attributes, [
          [
            [read('x1'), read('y1')],
            [read('x2'), read('y2')],
          ],
        ]);
        break;
      case 'path':
        this.#stroke(attributes, readPath(String(attributes.d)));
        break;
      case 'text':
        this.#text(attributes, String(children));
        break;
    }
  }

  #shape(
    type: number,
    fill: string,
    { stroke, strokeWidth }: Element['attributes'],
    box: readonly number[],
  ): void {
    const draw = () => this.add(type, numbers(...box.map(toUnits)));
    this.#using(handles.brush, records.createBrush, [0, toColor(fill), 0], nullBrush, () => {
      if (stroke === undefined) draw();
      else this.#withPen(String(stroke), Number(strokeWidth ?? 1), draw);
    });
  }

  /** Draws with a line; everything else has none. */
  #withPen(color: string, width: number, draw: () => void): void {
    this.#using(handles.pen, records.createPen, [0, toUnits(width), 0, toColor(color)], nullPen, draw);
  }

  #stroke(
    attributes: Element['attributes'],
    lines: readonly (readonly (readonly [x: number, y: number])[])[],
  ): void {
    const color = mix(String(attributes.stroke), Number(attributes.strokeOpacity ?? 1), this.#below);
    this.#withPen(color, Number(attributes.strokeWidth ?? 1), () => {
      for (const points of lines) {
        const units = points.map(([x, y]) => [toUnits(x), toUnits(y)]);
        const [across, down] = [0, 1].map((axis) => units.map((point) => point[axis] ?? 0));
        const bounds = [
          ...[Math.min(...(across ?? [])), Math.min(...(down ?? []))],
          ...[Math.max(...(across ?? [])), Math.max(...(down ?? []))],
        ];
        this.add(records.polyline, numbers(...bounds, units.length, ...units.flat()));
      }
    });
  }

  #text(attributes: Element['attributes'], text: string): void {
    const size = toUnits(Number(attributes.fontSize ?? chartFontSize));
    const anchor = { middle: 6, end: 2 }[String(attributes.textAnchor)] ?? 0;
    const baseline = 24;
    this.add(records.textColor, numbers(toColor(String(attributes.fill))));
    this.add(records.textAlign, numbers(baseline | anchor));
    this.add(records.createFont, numbers(handles.font), toFont(size, Number(attributes.fontWeight ?? 400)));
    this.add(records.select, numbers(handles.font));
    const letters = Buffer.from(text, 'utf16le');
    const padding = Buffer.alloc((4 - (letters.length % 4)) % 4);
    const scales = Buffer.alloc(8);
    const hundredthsOfMillimetre = 2540 / (pixelsOfInch * scale);
    scales.writeFloatLE(hundredthsOfMillimetre, 0);
    scales.writeFloatLE(hundredthsOfMillimetre, 4);
    const place = [toUnits(Number(attributes.x)), toUnits(Number(attributes.y))];
    const lettersBegin = 76;
    this.add(
      records.text,
      numbers(0, 0, -1, -1, 1),
      scales,
      numbers(...place, letters.length / 2, lettersBegin, 0, 0, 0, -1, -1, 0),
      letters,
      padding,
    );
    this.add(records.select, numbers(systemFont));
    this.add(records.remove, numbers(handles.font));
  }

  /** Draws with an object, puts back the one that every program has, and removes it. */
  #using(handle: number, create: number, of: readonly number[], usual: number, draw: () => void): void {
    this.add(create, numbers(handle, ...of));
    this.add(records.select, numbers(handle));
    draw();
    this.add(records.select, numbers(usual));
    this.add(records.remove, numbers(handle));
  }

  finish(width: number, height: number): Buffer {
    this.add(records.end, numbers(0, 16, 20));
    const headerLength = 88;
    const total = this.#records.reduce((sum, { length }) => sum + length, headerLength);
    const [right, bottom] = [toUnits(width), toUnits(height)];
    const toHundredths = (units: number) => Math.round((units / scale / pixelsOfInch) * 2540);
    const inches = 10;
    const device = pixelsOfInch * scale * inches;
    const header = Buffer.concat([
      numbers(records.header, headerLength),
      numbers(0, 0, right, bottom, 0, 0, toHundredths(right), toHundredths(bottom)),
      Buffer.from(' EMF'),
      numbers(0x10000, total, this.#records.length + 1, Object.keys(handles).length + 1, 0, 0, 0),
      numbers(device, device, 25.4 * inches, 25.4 * inches),
    ]);
    return Buffer.concat([header, ...this.#records]);
  }
}

/** Moves, lines and closings, as the charts use them. */
function readPath(path: string): [x: number, y: number][][] {
  const lines: [number, number][][] = [];
  for (const [, letter, rest = ''] of path.matchAll(/([MLhvz])([^MLhvz]*)/g)) {
    const line = lines.at(-1) ?? [];
    const [x, y] = line.at(-1) ?? [0, 0];
    const [first = 0, second = 0] = rest
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    if (letter === 'M') lines.push([[first, second]]);
    else if (letter === 'L') line.push([first, second]);
    else if (letter === 'h') line.push([x + first, y]);
    else if (letter === 'v') line.push([x, y + first]);
    else line.push(line[0] ?? [x, y]);
  }
  return lines;
}

function toUnits(pixels: number): number {
  return Math.round(pixels * scale);
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeInt32LE(value | 0, index * 4);
  return bytes;
}

function readColor(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

/** There is no transparency: a colour is mixed with the one below it. */
function mix(color: string, share: number, below: string): string {
  if (share === 1) return color;
  const under = readColor(below);
  const mixed = readColor(color).map((part, index) =>
    Math.round(part * share + (under[index] ?? 255) * (1 - share)),
  );
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function toColor(color: string): number {
  const [red = 0, green = 0, blue = 0] = readColor(color);
  return red | (green << 8) | (blue << 16);
}

/** A sans-serif that every computer has or replaces by one of the same widths. */
function toFont(size: number, weight: number): Buffer {
  const font = Buffer.alloc(320);
  font.writeInt32LE(-size, 0);
  font.writeInt32LE(weight, 16);
  const anyCharacterSet = 1;
  font.writeUInt8(anyCharacterSet, 23);
  font.write('Arial', 28, 'utf16le');
  return font;
}
