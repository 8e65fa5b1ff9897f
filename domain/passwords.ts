import { shortestPassword } from './limits.ts';

/** The most common words in passwords. */
const commonWords = `
  abc access account admin administrator amanda america andrew angel anthony apple arsenal ashley asshole attack autumn baby
  barcelona baseball basketball batman berlin blink blueteam bond buster butterfly change charlie cheese chelsea chicken
  chocolate cisco company computer cookie corvette cowboy cyber daniel default demo diamond dragon eagle elephant england
  family fender ferrari flower football forever france freedom friend fuckme fuckyou game george germany ginger god google
  guest guitar hacker hammer hannah harley heaven hello hockey house hunter iceman iloveyou internet jackson james january
  jasmine jennifer jessica jesus jordan joshua justin kali killer lab letmein linux liverpool local login london love lovely
  lover manager marina martin maserati master matrix matthew maverick me mercedes merlin michael michelle microsoft minecraft
  mitre money monkey monster morgan mother mustang my naruto network nicole nothing office oracle orange our paris pass passw
  passwd password passwort patrick peanut pepper phoenix pokemon prince princess private purple purpleteam qwe rachel ranger
  redteam richard robert root samantha samsung secret secure security server service shadow silver soccer spider spring star
  starwars steelers summer sunday sunset sunshine superman support sweet system taylor team temp test testing the thomas
  thunder tiger tigger trustno user victoria welcome whatever william windows winner winter wizard work yankee you your
`
  .trim()
  .split(/\s+/);

/** Keyboard rows, the alphabet and digits, in either direction. */
const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '1234567890-=',
  'qwertyuiop[]',
  'qwertzuiop',
  'azertyuiop',
  "asdfghjkl;'",
  'qsdfghjklm',
  'zxcvbnm,./',
  'yxcvbnm,.-',
  'wxcvbn',
  '!@#$%^&*()',
  '!"§$%&/()=',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  'qazwsxedcrfvtgbyhnujmikolp',
  'zaq1xsw2cde3vfr4bgt5nhy6mju7',
  'zaq12wsxcde34rfvbgt56yhnmju78ik,',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8i9j0',
  '1a2b3c4d5e6f7g8h9i0j',
].flatMap((run) => [run, [...run].reverse().join('')]);

/** Characters commonly typed in place of a letter. */
const disguises: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '(': 'c',
  '3': 'e',
  '€': 'e',
  '6': 'g',
  '9': 'g',
  '1': 'il',
  '!': 'il',
  '|': 'il',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
  '2': 'z',
};

const shortestOwnWord = 3;
/**
 * A password needs at least this many pieces besides known words: a word, a year, a keyboard run or a repeated character count as
 * one each.
 */
const fewestPieces = 5;

/** Why a new password is refused, or null. `ownWords` are words that a stranger would guess first. */
export function judgePassword(password: string, ownWords: readonly string[]): string | null {
  const text = toPlain(password);
  if (repeats(text)) return 'must not be something short repeated';
  if (countPieces(text, commonWords) < fewestPieces) {
    return 'is among the most common passwords: use several unrelated words';
  }
  if (countPieces(text, commonWords, ownWords.map(toPlain)) < fewestPieces) {
    return 'must not be made of names that people here know: use several unrelated words';
  }
  return null;
}

/** Words that a stranger would guess first: the product, the person, the names of the server. */
export function listOwnWords(
  person: { email: string; display_name: string },
  hosts: readonly string[],
): string[] {
  const [local = '', domain = ''] = person.email.split('@');
  const texts = ['damson', person.email, local, domain, person.display_name, ...hosts];
  const words = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(words.map(toPlain))].filter((word) => word.length >= shortestOwnWord);
}

/** A text without case, accents and separators. */
function toPlain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\s_.,:/-]/gu, '')
    .toLowerCase();
}

function repeats(text: string): boolean {
  for (let length = 1; length < shortestPassword && length <= text.length / 2; length += 1) {
    if (text.startsWith(text.slice(length)) && text.length >= 2 * length) return true;
  }
  return false;
}

/** The least number of pieces in a text, not counting `known` words. */
function countPieces(text: string, words: readonly string[], known: readonly string[] = []): number {
  const fewest = new Array<number>(text.length + 1).fill(Number.POSITIVE_INFINITY);
  fewest[0] = 0;
  for (let at = 0; at < text.length; at += 1) {
    const before = fewest[at] as number;
    const reach = (length: number, pieces = 1) => {
      fewest[at + length] = Math.min(fewest[at + length] as number, before + pieces);
    };
    for (let length = measureRun(text, at); length > 0; length -= 1) reach(length);
    if (/^(19|20)\d\d/.test(text.slice(at, at + 4))) reach(4);
    for (const word of words) if (stands(word, text, at)) reach(word.length);
    for (const word of known) if (stands(word, text, at)) reach(word.length, 0);
  }
  return fewest[text.length] as number;
}

/** Length of a run starting there, at least one character. */
function measureRun(text: string, at: number): number {
  let longest = 1;
  while (text[at + longest] === text[at]) longest += 1;
  for (const run of runs) {
    const start = run.indexOf(text.slice(at, at + 3));
    if (start === -1) continue;
    let length = 3;
    while (at + length < text.length && text[at + length] === run[start + length]) length += 1;
    longest = Math.max(longest, length);
  }
  return Math.min(longest, text.length - at);
}

function stands(word: string, text: string, at: number): boolean {
  if (at + word.length > text.length) return false;
  for (let index = 0; index < word.length; index += 1) {
    const [expected, found] = [word[index] as string, text[at + index] as string];
    if (found !== expected && !disguises[found]?.includes(expected)) return false;
  }
  return true;
}
