import type { Random } from '../random.ts';
import type { Draft } from './draft.ts';

const names = [
  'note.txt',
  '../../x.txt',
  'a"b.txt',
  'x'.repeat(5000),
  'a%00.txt',
  '',
  'con.txt',
  '.txt',
  'a\0.png',
  '\xff.txt',
  'n.png',
];

/** A form with a file, occasionally with a fault. */
export function writeForm(draft: Draft, random: Random): void {
  const hostile = random.unit() < 0.7;
  const boundary = hostile ? random.pick(['b', '', 'x'.repeat(300), '"quoted"', 'a b', '--']) : 'plum';
  const name = hostile ? random.pick(names) : 'note.txt';
  const type = hostile
    ? random.pick(['text/plain', 'image/png', 'x', '', 'text/plain; '.repeat(200)])
    : 'text/plain';
  const content = random.pick([
    'seen',
    '',
    '\0\x01',
    '\x89PNG\r\n\x1a\n',
    'a'.repeat(40_000),
    '--b',
    '\r\n--b\r\n',
  ]);
  const file = `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n${content}`;
  const caption = 'Content-Disposition: form-data; name="caption"\r\n\r\nsaid';
  let parts = [file];
  if (hostile) {
    const choices: string[][] = [
      [caption, file],
      [file, caption],
      [file, file],
      [caption],
      [],
      Array.from({ length: 1000 }, () => caption),
      [`${caption}${'x'.repeat(100_000)}`, file],
      ['\r\nno headers', file],
      [`X: ${'y'.repeat(90_000)}\r\n\r\nz`, file],
      ['Content-Disposition: form-data; name="__proto__"\r\n\r\n1', file],
      ['Content-Disposition: form-data; name="caption"\r\n\r\n\xff\xfe\0', file],
      ["Content-Disposition: x; name=file; filename*=utf-8''%ff%\r\n\r\nz"],
    ];
    parts = random.pick(choices);
  }
  const bare = boundary.replaceAll('"', '');
  let text = `${parts.map((part) => `--${bare}\r\n${part}\r\n`).join('')}--${bare}--\r\n`;
  if (hostile && random.unit() < 0.3) text = text.slice(0, random.below(text.length + 1));
  draft.body = Buffer.from(text, 'latin1');
  draft.headers.push(['Content-Type', `multipart/form-data; boundary=${boundary}`]);
}
