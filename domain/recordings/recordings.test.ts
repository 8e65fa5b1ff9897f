import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAsciicast } from './asciicast.ts';
import { HarmlessOutput, toPlainText } from './harmless.ts';
import { findFrame, limitPauses, type Recording } from './recording.ts';
import { readTypescript, readUntimed } from './typescript.ts';

const lines = (...items: unknown[]) => items.map((item) => JSON.stringify(item)).join('\n');
const framesOf = (recording: Recording | null) => recording?.frames.map(({ at, text }) => [at, text]);

describe('recordings of asciinema', () => {
  it('reads version 2: output by its time, without what was typed', () => {
    const cast = readAsciicast(
      lines(
        { version: 2, width: 100, height: 30, timestamp: 1 },
        [0.5, 'o', 'a'],
        [1, 'i', 'secret'],
        [1.5, 'm', 'mark'],
        [2, 'r', '120x40'],
        [3, 'o', 'b'],
      ),
    );
    assert.deepEqual(cast?.size, { columns: 100, rows: 30 });
    assert.deepEqual(cast.frames, [
      { at: 0.5, text: 'a', size: null },
      { at: 2, text: '', size: { columns: 120, rows: 40 } },
      { at: 3, text: 'b', size: null },
    ]);
    assert.equal(cast.unread, 0);
  });

  it('reads version 3: comments, and times since the event before', () => {
    const events = lines(
      { version: 3, term: { cols: 90, rows: 20 } },
      [1, 'o', 'a'],
      [2, 'o', 'b'],
      [1, 'x', '0'],
    );
    const cast = readAsciicast(`# a comment\n${events.replace('\n', '\n# another\n')}`);
    assert.deepEqual(cast?.size, { columns: 90, rows: 20 });
    assert.deepEqual(framesOf(cast), [
      [1, 'a'],
      [3, 'b'],
    ]);
  });

  it('reads version 1', () => {
    const cast = {
      version: 1,
      width: 80,
      height: 24,
      stdout: [
        [1, 'a'],
        [1, 'b'],
      ],
    };
    for (const text of [JSON.stringify(cast), JSON.stringify(cast, null, 2)])
      assert.deepEqual(framesOf(readAsciicast(text)), [
        [1, 'a'],
        [2, 'b'],
      ]);
  });

  it('takes nothing else for a recording', () => {
    for (const text of ['', '{}', 'null', '[]', 'text', '{"version":4}', '{"version":1,"stdout":{}}'])
      assert.equal(readAsciicast(text), null);
  });

  it('joins output in quick succession, however much there is', () => {
    const many = Array.from({ length: 1_000_000 }, (_, index) => `[${index / 10},"o","x"]`);
    const cast = readAsciicast(`{"version":2}\n${many.join('\n')}`);
    assert.ok((cast?.frames.length ?? 0) <= 50_000);
    assert.equal(cast?.frames.map(({ text }) => text).join('').length, 1_000_000);
  });

  it('survives what is wrong: times, sizes, surrogates, lines', () => {
    const cast = readAsciicast(
      [
        '{"version":2,"width":99999,"height":-3}',
        '[5,"o","a"]',
        '[1,"o","b"]',
        '[1e999,"o","c"]',
        '[-7,"o","\\u0000"]',
        '["8","o","d"]',
        '[9,"o",{"x":1}]',
        '[10,"o","\\ud800"]',
        '[11,"r","0x99999999999"]',
        '[12,"o","cut',
      ].join('\n'),
    );
    assert.deepEqual(cast?.size, { columns: 240, rows: 24 });
    assert.deepEqual(framesOf(cast), [
      [5, 'abc\u0000d'],
      [10, '\ufffd'],
      [11, ''],
    ]);
    assert.deepEqual(cast.frames.at(-1)?.size, { columns: 80, rows: 80 });
    assert.equal(cast.unread, 2);
  });
});

describe('typescripts', () => {
  const output = 'é$ id\r\nuid=0\r\n';
  const typescript = Buffer.from(
    `Script started on 2026-09-01 10:00:02+02:00 [TERM="xterm" COLUMNS="100" LINES="30"]\n${output}Script done on 2026-09-01\n`,
  );

  it('reads classic times, which may cut characters', () => {
    const recording = readTypescript(typescript, '1.0 1\n0.5 7\n2 7\nwrong\n');
    assert.deepEqual(recording.size, { columns: 100, rows: 30 });
    assert.deepEqual(framesOf(recording), [
      [1, ''],
      [1.5, 'é$ id\r\n'],
      [3.5, 'uid=0\r\n'],
    ]);
    assert.equal(recording.unread, 1);
  });

  it('reads advanced times, with what was typed in the same file or another', () => {
    const timing = (typed: number) =>
      `H 0.0 START_TIME 2026-09-01\nO 1.0 7\nI 1.0 ${typed}\nS 0.0 SIGWINCH ROWS=40 COLS=120\nO 1.0 7\n`;
    assert.deepEqual(framesOf(readTypescript(Buffer.from('é$ id\rsecretuid=0\r\n'), timing(6))), [
      [1, 'é$ id\r'],
      [2, ''],
      [3, 'uid=0\r\n'],
    ]);
    const apart = readTypescript(Buffer.from('é$ id\ruid=0\r\n'), timing(6));
    assert.deepEqual(framesOf(apart)?.at(-1), [3, 'uid=0\r\n']);
    assert.deepEqual(apart.frames[1]?.size, { columns: 120, rows: 40 });
  });

  it('reads the text without times', () => {
    assert.match(readUntimed(typescript).frames[0]?.text ?? '', /^é\$ id\r\nuid=0\r\nScript done/);
  });
});

describe('times of frames', () => {
  const frames = [0, 1, 100, 101].map((at) => ({ at, text: '', size: null }));
  it('shortens long pauses', () => assert.deepEqual(limitPauses(frames, 2), [0, 1, 3, 4]));
  it('finds the frame of a time', () => {
    const found = [-1, 0, 0.5, 1, 50, 101, 1e9].map((at) => findFrame([0, 1, 100, 101], at));
    assert.deepEqual(found, [-1, 0, 0, 1, 1, 3, 3]);
  });
});

describe('harmless output', () => {
  const kept: [what: string, given: string, kept: string][] = [
    ['colours', 'a\x1b[1;38;5;200mb\x1b[0m', 'a\x1b[1;38;5;200mb\x1b[0m'],
    ['movement, bounded', '\x1b[99999999999b\x1b[5;10H', '\x1b[1000b\x1b[5;10H'],
    ['the other screen', '\x1b[?1049h\x1b[?25l', '\x1b[?1049h\x1b[?25l'],
    ['sets of characters', '\x1b(0\x0eq\x0f\x1b(B', '\x1b(0\x0eq\x0f\x1b(B'],
    ['a link', '\x1b]8;;javascript:alert(1)\x1b\\text\x1b]8;;\x07', 'text'],
    ['the clipboard', 'a\x1b]52;c;cm0gLXJmIC8=\x07b', 'ab'],
    ['a title', 'a\x1b]0;pwned\x07b\x1b]2;pwned\x9cc', 'abc'],
    ['a picture', 'a\x1bPq#0;2;0;0;0~~\x1b\\b', 'ab'],
    ['other strings', 'a\x1b_G\x1b\\b\x1b^x\x1b\\c\x1bXx\x1b\\d', 'abcd'],
    ['questions', 'a\x1b[6n\x1b[c\x1b[>c\x1b[?6n\x1b[0x\x1bZb', 'ab'],
    ['operations on windows', 'a\x1b[8;9999;9999t\x1b[4i\x1b[?4ib', 'ab'],
    ['eight bits', 'a\x9d52;c;eA==\x9cb\x9b31mc\x90q\x9cd\x85', 'ab\x1b[31mcd'],
    ['a string in a string', 'a\x1b]0;x\x1b[31mb', 'a\x1b[31mb'],
    ['an abandoned sequence', 'a\x1b[31\x18b\x1b[1\x1b[2mc', 'ab\x1b[2mc'],
    ['NUL and other controls', 'a\x00\x01\x05\x7fb\ufeff\u202ec', 'abc'],
    ['HTML, as text', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ];
  for (const [what, given, expected] of kept) {
    it(`${what}, however it is cut`, () => {
      for (let size = 1; size <= given.length; size += 1) {
        const output = new HarmlessOutput();
        let taken = '';
        for (let place = 0; place < given.length; place += size)
          taken += output.take(given.slice(place, place + size));
        assert.equal(taken, expected);
      }
    });
  }

  it('becomes a text: progress overwritten, colours and links gone, up to a length', () => {
    const text = ['10%\r50%\r100%\r\n', '\x1b[32mok\x1b[0m abX\bc\n', '\x1b]8;;http://x\x07link\x1b]8;;\x07'];
    assert.deepEqual(toPlainText(text, 1000), { text: '100%\nok abc\nlink', isCut: false });
    assert.deepEqual(toPlainText(['abcdef'], 3), { text: 'abc', isCut: true });
    assert.equal(toPlainText([`${'x'.repeat(20_000)}\r`.repeat(3)], 100_000).text.length, 20_000);
  });
});
