// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources that are judged
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findGlue } from './find-glue.ts';

describe('messages', () => {
  for (const [source, lines] of [
    ["const text = t('a.b', { count });", []],
    ["const text = `${t('a.b')}: ${value}`;", [1]],
    ["const text = `${t('a.b')} ${t('a.c')}`;", [1]],
    ["const text = `${t('a.b')} · ${t('a.c')}`;", []],
    ["const text = `${t('a.b')}\\n\\n${t('a.c')}`;", []],
    ["const text = ` ${t('a.minutes')}`;", []],
    ["const text = html`<p>${t('a.b')}</p>`;", []],
    ["const text = html`<p>${`${t('a.b')}.`}</p>`;", [1]],
    ["const text = t('a.b') + name;", [1]],
    ["const text = t('a.b').toLowerCase();", [1]],
    ["const text = words.t('a.b').toLocaleLowerCase('de');", [1]],
    ['const text = nameClass(key).toLowerCase();', [1]],
    ['const text = name.toLowerCase();', []],
    ["const text = <p>{t('a.b')}: {value}</p>;", [1]],
    ["const text = <p>({t('a.b')})</p>;", [1]],
    ["const text = <p>{isOne ? t('a.b') : null}.</p>;", [1]],
    ["const text = <p>{t('a.b')} <b>{value}</b></p>;", []],
  ] as const) {
    it(`${lines.length === 0 ? 'stand alone' : 'are glued'} in ${source}`, () => {
      assert.deepEqual(
        findGlue('text.tsx', source).map(({ line }) => line),
        lines,
      );
    });
  }
});
