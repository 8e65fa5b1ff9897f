import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { html, toCssString } from './markup.ts';

describe('markup', () => {
  const texts: [text: string, markup: string][] = [
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    [`"a" & 'b'`, '&quot;a&quot; &amp; &#39;b&#39;'],
    ['&amp;', '&amp;amp;'],
    ['{{y}} <%= z %>', '{{y}} &lt;%= z %&gt;'],
    ['a\u202eb\u2066c', 'a[U+202E]b[U+2066]c'],
    ['\u0000\u001b[31m', '␀␛[31m'],
    ['\ud800 alone', '\ufffd alone'],
    ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
    ['עברית 漢字 🔥', 'עברית 漢字 🔥'],
  ];
  for (const [text, markup] of texts) {
    it(`has ${JSON.stringify(text)} as text`, () => {
      assert.equal(html`<p>${text}</p>`.text, `<p>${markup}</p>`);
      assert.equal(html`<p title="${text}"></p>`.text, `<p title="${markup}"></p>`);
    });
  }

  it('accepts markup as it is, joins lists and omits empty values', () => {
    const list = html`<ul>${['a', '<'].map((item) => html`<li>${item}</li>`)}${null}${false}${0}</ul>`;
    assert.equal(list.text, '<ul><li>a</li><li>&lt;</li>0</ul>');
  });

  const unsafe: [name: string, make: (text: string) => unknown][] = [
    ['an attribute without quotes', (text) => html`<p title=${text}></p>`],
    ['the name of an attribute', (text) => html`<p ${text}="1"></p>`],
    ['the name of an element', (text) => html`<${text}>`],
    ['an address', (text) => html`<a href="${text}">x</a>`],
    ['a picture', (text) => html`<img src="${text}">`],
    ['a style', (text) => html`<p style="${text}"></p>`],
    ['what runs at an event', (text) => html`<p onclick="${text}"></p>`],
    ['a script', (text) => html`<script>${text}</script>`],
    ['a style sheet', (text) => html`<style>${text}</style>`],
  ];
  for (const [name, make] of unsafe) {
    it(`refuses a text in ${name}`, () => assert.throws(() => make('x'), /no text belongs here/));
  }

  it('lets a text link to a place in the document', () => {
    assert.equal(html`<a href="#test-${'1.2'}">x</a>`.text, '<a href="#test-1.2">x</a>');
  });
});

describe('a string of CSS', () => {
  it('cannot be ended by any text', () => {
    const written = toCssString(`"; } </style><script>alert(1)</script> \\ \n`);
    assert.match(written, /^"[a-zA-Z0-9 \\]*"$/);
  });
});
