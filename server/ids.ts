import { randomBytes } from 'node:crypto';

/** Random digits are drawn for many identifiers at once: a draw costs as much as the rest of a dozen of them. */
let digits = '';
let used = 0;
const each = 19;

let millisecond = 0;
let sequence = 0;

/** A new UUIDv7: identifiers sort by the order in which they were made, also when the clock stands still or steps back. */
export function newId(): string {
  if (used + each > digits.length) {
    digits = randomBytes(4096).toString('hex');
    used = 0;
  }
  const now = Date.now();
  if (now > millisecond) {
    millisecond = now;
    // It starts in the lower half of its twelve bits, so that there is room to count up.
    sequence = Number.parseInt(digits.slice(used, used + 3), 16) & 0x7ff;
  } else {
    sequence += 1;
    if (sequence > 0xfff) {
      millisecond += 1;
      sequence = 0;
    }
  }
  const time = millisecond.toString(16).padStart(12, '0');
  const counted = sequence.toString(16).padStart(3, '0');
  const variant = variants[Number.parseInt(digits[used + 3] as string, 16) & 3] as string;
  const [third, last] = [digits.slice(used + 4, used + 7), digits.slice(used + 7, used + each)];
  used += each;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counted}-${variant}${third}-${last}`;
}

const variants = ['8', '9', 'a', 'b'];
const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export function isId(text: string): boolean {
  return form.test(text);
}
