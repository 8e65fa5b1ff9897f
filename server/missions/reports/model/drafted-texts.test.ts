import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Language, languages } from '../../../../domain/words/languages.ts';
import { openWords } from '../../../words.ts';
import { draftTexts } from './drafted-texts.ts';

type Counts = { tests: number; attempted: number; judged: number; severe: number; mild: number };

function draftSummary(language: Language, { severe, mild, ...counts }: Counts): string {
  const finding = (severity: string) => ({ status: 'confirmed', severity });
  const content = {
    figures: {
      ...counts,
      classes: { prevented: counts.judged, alerted: 0, logged: 0, not_detected: 0 },
      gaps: [],
      strengths: [],
    },
    change: null,
    findings: [
      ...Array.from({ length: severe }, () => finding('high')),
      ...Array.from({ length: mild }, () => finding('low')),
    ],
  };
  return draftTexts('executive', content as never, openWords(language)).get('summary') ?? '';
}

const none = { tests: 5, attempted: 0, judged: 0, severe: 0, mild: 0 };
const executed: [counts: Partial<Counts>, Record<Language, string>][] = [
  [
    {},
    {
      en: 'The 5 tests have not been executed yet.',
      de: 'Die 5 Tests wurden noch nicht ausgeführt.',
      fr: 'Les 5 tests n’ont pas encore été exécutés.',
    },
  ],
  [
    { attempted: 1 },
    {
      en: '1 of 5 tests was executed; none has been judged yet.',
      de: '1 von 5 Tests wurde ausgeführt; bewertet ist noch keiner.',
      fr: '1 test sur 5 a été exécuté ; aucun n’est encore évalué.',
    },
  ],
  [
    { tests: 1, attempted: 1 },
    {
      en: 'The test was executed; it has not been judged yet.',
      de: 'Der Test wurde ausgeführt; bewertet ist er noch nicht.',
      fr: 'Le test a été exécuté ; il n’est pas encore évalué.',
    },
  ],
  [
    { attempted: 3, judged: 1 },
    {
      en: '3 of 5 tests were executed; 1 has been judged so far.',
      de: '3 von 5 Tests wurden ausgeführt; bewertet ist bisher 1.',
      fr: '3 tests sur 5 ont été exécutés ; 1 est évalué à ce jour.',
    },
  ],
  [
    { attempted: 5, judged: 5 },
    {
      en: 'All 5 tests were executed and judged.',
      de: 'Alle 5 Tests wurden ausgeführt und bewertet.',
      fr: 'Les 5 tests ont été exécutés et évalués.',
    },
  ],
];

const open: [counts: Partial<Counts>, Record<Language, string>][] = [
  [
    { severe: 1 },
    {
      en: '1 finding is open, of high or critical severity.',
      de: '1 Feststellung ist offen, mit hohem oder kritischem Schweregrad.',
      fr: '1 constat est ouvert, de gravité haute ou critique.',
    },
  ],
  [
    { mild: 1 },
    {
      en: '1 finding is open, not of high or critical severity.',
      de: '1 Feststellung ist offen, nicht mit hohem oder kritischem Schweregrad.',
      fr: '1 constat est ouvert, sans gravité haute ni critique.',
    },
  ],
  [
    { severe: 2 },
    {
      en: '2 findings are open, both of high or critical severity.',
      de: '2 Feststellungen sind offen, beide mit hohem oder kritischem Schweregrad.',
      fr: '2 constats sont ouverts, tous deux de gravité haute ou critique.',
    },
  ],
  [
    { severe: 1, mild: 2 },
    {
      en: '3 findings are open, 1 of them of high or critical severity.',
      de: '3 Feststellungen sind offen, 1 davon mit hohem oder kritischem Schweregrad.',
      fr: '3 constats sont ouverts, dont 1 de gravité haute ou critique.',
    },
  ],
];

/** French puts special spaces before some signs. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('the drafted summary', () => {
  for (const language of languages) {
    it(`says how many tests were executed and judged: ${language}`, () => {
      for (const [counts, said] of executed) {
        const summary = plain(draftSummary(language, { ...none, ...counts }));
        assert.ok(summary.startsWith(said[language]), summary);
      }
    });

    it(`says how many open findings are severe: ${language}`, () => {
      for (const [counts, said] of open) {
        const summary = plain(draftSummary(language, { ...none, ...counts }));
        assert.ok(summary.endsWith(said[language]), summary);
      }
    });
  }
});
