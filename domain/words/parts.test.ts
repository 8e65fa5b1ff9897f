import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { languages } from './languages.ts';
import { type Part, parts } from './parts.ts';

/** Maximum size of a compressed part in bytes, in any language. */
const most: Readonly<Record<Part, number>> = {
  start: 11_250,
  home: 2500,
  missions: 18_000,
  history: 8000,
  tlpt: 2500,
  alerts: 2500,
  columns: 1500,
  path: 3000,
  sightings: 2500,
  replay: 2500,
  recordings: 1500,
  reports: 4500,
  report_hints: 1500,
  report_sanitised: 1500,
  imports: 3500,
  templates: 4000,
  rules: 2500,
  catalogue: 7000,
  engagements: 6500,
  administration: 8000,
  tokens: 1500,
  identities: 3500,
  audit: 1000,
  desktop: 2500,
  writing: 1000,
};

async function weigh(language: string, part: Part): Promise<number> {
  const { rooms } = await import(`./${language}/parts/${part}.ts`);
  return gzipSync(JSON.stringify(rooms)).length;
}

describe('the weight of the words', () => {
  for (const language of languages) {
    for (const part of parts) {
      it(`${language}, ${part}: at most ${most[part]} bytes`, async () => {
        const bytes = await weigh(language, part);
        assert.ok(bytes <= most[part], `${bytes} bytes`);
      });
    }
    it(`${language}: from the sign-in to a test of a mission at most 37 kB`, async () => {
      let bytes = 0;
      for (const part of ['start', 'history', 'missions'] as const) bytes += await weigh(language, part);
      assert.ok(bytes <= 37_000, `${bytes} bytes`);
    });
  }
});
