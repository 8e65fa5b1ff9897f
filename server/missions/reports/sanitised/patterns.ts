import type { SensitiveKind } from '../../../../domain/sensitive.ts';

type Find = { kind: SensitiveKind; text: string; index: number };

/** Last labels of names on the internet and in internal networks; those that are also endings of files are left out. */
const lastLabels =
  'com|net|org|edu|gov|mil|int|io|info|biz|eu|de|at|ch|li|fr|be|nl|lu|uk|ie|es|pt|it|dk|no|se|fi|cz|sk|hu|ro|bg|gr|ee|lv|lt|us|ca|au|nz|jp|kr|cn|in|br|mx|za|tr|ru|ua|local|localdomain|lan|internal|intra|intranet|corp|home|test|example|invalid|onion|bank|cloud|dev|tech|online|site';

/** Each with its text, or with that of its last group. */
const patterns: readonly { kind: SensitiveKind; pattern: RegExp }[] = [
  { kind: 'key', pattern: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/g },
  { kind: 'key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { kind: 'token', pattern: /\beyJ[\w-]{8,2000}\.[\w-]{8,4000}\.[\w-]{0,2000}/g },
  { kind: 'token', pattern: /\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk-)[\w-]{16,200}/g },
  {
    kind: 'password',
    pattern:
      /\b(?:password|passwd|passwort|kennwort|passphrase|pass|pwd|secret|mot de passe|api[_-]?key|token)["']?\s{0,3}(?:[:=]|\bis\b)\s{0,3}["']?([^\s"',;<>]{4,100})/gi,
  },
  {
    kind: 'password',
    pattern: /\s(?:--?password|-p|\/p(?:ass(?:word)?)?:)[ =]?["']?([^\s"'-][^\s"']{5,100})/gi,
  },
  { kind: 'mail', pattern: /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}\.[a-z]{2,24}\b/gi },
  {
    kind: 'domain',
    pattern: new RegExp(
      String.raw`(?<![\w.@-])(?:[a-z\d](?:[\w-]{0,61}[a-z\d])?\.){1,8}(?:${lastLabels})(?![\w-]|\.\w)`,
      'gi',
    ),
  },
  {
    kind: 'address',
    pattern: /(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.]*\d)/g,
  },
  { kind: 'address', pattern: /(?<![\w:])(?:[\da-f]{1,4}:){4,7}[\da-f]{1,4}(?![\w:])/gi },
  { kind: 'host', pattern: /\\\\([a-z\d][\w-]{1,62})(?=\\)/gi },
  { kind: 'user', pattern: /(?<![\w\\:])([a-z][\w-]{1,19}\\[a-z][\w.$-]{1,40})(?![\w\\])/gi },
];

/** Addresses that say nothing about anybody. */
const harmless = /^(?:127\.|0\.0\.0\.0$|255\.255\.)/;

/** A run of letters, digits and the signs of Base64, which may be a key. */
const run = /[A-Za-z\d+/_=-]{20,512}/g;

/** Bits per character: words stay below 3.5, a random hexadecimal number has almost 4, random Base64 5. */
const lowestEntropy = { hexadecimal: 3, other: 4.2 };

/** Takes a text, returns what looks like a secret, a name on a network, or an address. */
export function findPatterns(text: string): Find[] {
  const found = patterns.flatMap(({ kind, pattern }) =>
    [...text.matchAll(pattern)].map((match): Find => {
      const [whole, inner] = match;
      const said = inner ?? whole;
      return { kind, text: said, index: match.index + whole.lastIndexOf(said) };
    }),
  );
  const random = [...text.matchAll(run)].flatMap(({ 0: said, index }): Find[] =>
    isRandom(said) ? [{ kind: 'token', text: said, index }] : [],
  );
  return [...found, ...random].filter((one) => one.kind !== 'address' || !harmless.test(one.text));
}

function isRandom(text: string): boolean {
  if (/^[\da-f]+$/i.test(text)) return text.length >= 32 && entropyOf(text) >= lowestEntropy.hexadecimal;
  // Paths and long names have no digits between their letters.
  const isMixed = /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text);
  return isMixed && entropyOf(text) >= lowestEntropy.other;
}

function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => {
    const share = count / text.length;
    return sum - share * Math.log2(share);
  }, 0);
}
