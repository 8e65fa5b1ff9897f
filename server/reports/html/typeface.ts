import { readProgramFile } from '../../program.ts';
import type { ReportModel } from '../model.ts';

const folder = new URL('../../../resources/inter/', import.meta.url);

type Subset = 'latin' | 'latin-ext';

const ranges: Readonly<Record<Subset, string>> = {
  latin:
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
  'latin-ext':
    'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
};

/** Letters that `latin` lacks: Czech, Polish, Turkish and others. */
const extended = /[\u0100-\u0130\u0132-\u0151\u0154-\u02ba\u1e00-\u1e9f\u1ef2-\u1eff]/;

/** Font weights with their names on a computer where the typeface is installed, and their range. */
const weights = [
  { weight: 400, names: ['Inter Regular', 'Inter'], range: '100 500' },
  { weight: 600, names: ['Inter SemiBold', 'Inter Semi Bold'], range: '600 900' },
] as const;

/** Takes a model, returns the style rules of the typeface of its report, with what its texts need of it. */
export async function writeTypeface(model: ReportModel): Promise<string> {
  const subsets: Subset[] = holdsExtended(model) ? ['latin', 'latin-ext'] : ['latin'];
  const rules: string[] = [];
  for (const subset of subsets) {
    for (const { weight, names, range } of weights) {
      const bytes = await readProgramFile(new URL(`${subset}-${weight}.woff2`, folder));
      const sources = [
        ...names.map((name) => `local("${name}")`),
        `url(data:font/woff2;base64,${bytes.toString('base64')}) format("woff2")`,
      ];
      rules.push(
        `@font-face { font-family: Inter; font-weight: ${range}; src: ${sources.join(', ')}; unicode-range: ${ranges[subset]}; }`,
      );
    }
  }
  return rules.join('\n');
}

function holdsExtended(value: unknown): boolean {
  if (typeof value === 'string') return extended.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsExtended);
}
