import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseMarkdown, toSafeAddress } from './markdown.ts';

describe('a text that somebody has written', () => {
  for (const [name, text, types] of [
    ['paragraphs', 'One\n\nTwo', ['paragraph', 'paragraph']],
    ['a heading', '# One', ['heading']],
    ['a list', '- one\n- two', ['list']],
    ['a table', '| a | b |\n| - | - |\n| 1 | 2 |', ['table']],
    ['lines that are indented', '    aligned', ['paragraph']],
    ['a line below a text', 'One\n===', ['paragraph']],
    ['markup as a text', '<div>One</div>\n\n<!-- two', ['paragraph', 'paragraph']],
  ] as const) {
    it(`has ${name}`, () =>
      assert.deepEqual(
        parseMarkdown(text).map(({ type }) => type),
        types,
      ));
  }
});

it('a text links only explicit links, since bare addresses may be those of attacks', () => {
  const links = (text: string) => (JSON.stringify(parseMarkdown(text)).match(/"type":"link"/g) ?? []).length;
  assert.equal(links('https://evil.example, www.evil.example and eve@evil.example'), 0);
  assert.equal(links('[ATT&CK](https://attack.mitre.org/) and <https://attack.mitre.org/>'), 2);
});

describe('a line without syntax is the text of a paragraph', () => {
  for (const [text, shown = text] of [
    ['Blocked by policy'],
    ['Blocked, see #12: 1. - it (100 %) + 2 = "done"!'],
    ['Two  blanks inside, and behind  ', 'Two  blanks inside, and behind'],
    ['Ärger mit powershell.exe -enc AAAA==, http://evil.example, eve@evil.example'],
    ['AT&amp;T', 'AT&T'],
    ['Not \\*that\\*', 'Not *that*'],
  ] as const) {
    it(text, () => {
      const [block, ...others] = parseMarkdown(text);
      assert.ok(block?.type === 'paragraph' && others.length === 0);
      assert.deepEqual(
        block.children.map((child) => (child.type === 'text' ? child.value : child.type)),
        [shown],
      );
    });
  }
});

describe('a backslash that escapes no mark stays', () => {
  for (const [text, shown] of [
    ['\\\\dc01\\share\\$Recycle.Bin', '\\\\dc01\\share\\$Recycle.Bin'],
    ['C:\\.ssh\\{1}', 'C:\\.ssh\\{1}'],
    ['Not \\*that\\*', 'Not *that*'],
    ['\\_name\\_', '_name_'],
  ] as const) {
    it(text, () => {
      const [block] = parseMarkdown(text);
      assert.deepEqual(
        block?.type === 'paragraph' &&
          block.children.map((child) => (child.type === 'text' ? child.value : child.type)),
        [shown],
      );
    });
  }
});

describe('a text that would take the parser seconds, or end the stack', () => {
  for (const [name, text] of Object.entries({
    'quotes of quotes': '>'.repeat(20_000),
    'lists of lists': `${'- + '.repeat(5000)}a`,
    'numbers of numbers': `${'1. '.repeat(9000)}a`,
    'lists that are indented ever more': Array.from(
      { length: 300 },
      (_, line) => `${' '.repeat(2 * line)}- a`,
    ).join('\n'),
    'nested emphasis': `${'*a '.repeat(5000)}b${' a*'.repeat(5000)}`,
    'a little of it, deep': `${'*a '.repeat(40)}b${' a*'.repeat(40)}`,
    'nested deletions': `${'~~a '.repeat(3000)}b${'~~'.repeat(3000)}`,
    'nested pictures': `${'!['.repeat(3000)}${'](a)'.repeat(3000)}`,
    'links without an end': '[a]('.repeat(20_000),
    'a long text': 'word '.repeat(20_000),
  })) {
    it(`stays one paragraph as typed: ${name}`, () =>
      assert.deepEqual(parseMarkdown(text), [
        { type: 'paragraph', children: [{ type: 'text', value: text }] },
      ]));
  }
});

describe('an address', () => {
  for (const [address, expected] of [
    ['https://attack.mitre.org/techniques/T1003/', 'https://attack.mitre.org/techniques/T1003/'],
    ['mailto:ada@example.org', 'mailto:ada@example.org'],
    ['http://a/"onclick=', 'http://a/%22onclick='],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['file:///etc/passwd', null],
    ['//example.org', null],
    ['https://', null],
  ] as const) {
    it(`${address} ${expected === null ? 'is no link' : 'is followed'}`, () =>
      assert.equal(toSafeAddress(address), expected));
  }
});
