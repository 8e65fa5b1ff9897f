import { parseSync } from 'oxc-parser';

type Node = { type: string; start: number; [field: string]: unknown };

/** Names of keys, headers and styles, which only programs read. */
const technical =
  /^(?:Files|Arrow|Enter|Escape|Tab|Home|End|Delete|Backspace|Control|Shift|Alt|Meta|Page(?:Up|Down)|Arrow(?:Up|Down|Left|Right)|Key[A-Z]|Digit\d|UTC|Accept|Authorization|Content-[A-Z][a-z]+|If-Match|Date|Object|Error|AbortError|[A-Z][a-z]+Error|Bearer .*)$/;
const styles = /var\(--|calc\(|minmax\(|^\d[\w.%]* |\d(?:px|rem|em|fr|ch|%)\b|^[a-z-]+ \d/;
/** Selectors and key combinations. */
const selectors = /[[\]=]|^:|\bArrow[A-Z]|\bMeta\+|^textarea, input$/;
/** Names of platforms in this spelling, our own states and identifiers, and prefixes of ids of notices and scopes. */
const own = new Set([
  ...'Windows Linux Containers Ctrl K date number write undo left above group report add content'.split(' '),
  ...['Identity Provider', 'Network Devices', 'Office Suite', 'in progress', 'second factor', 'remove totp'],
  ...['rename passkey', 'remove passkey', 'renew codes', 'add totp', 'add passkey', 'tools of', 'facts of'],
  ...['remediations of', 'outline of', 'open tasks', 'system-ui, sans-serif', 'linear-gradient(to right,'],
  ...['selected', 'selected users', 'selected threats', 'selected test templates'],
  ...['(Citation:', 'shasum -a 256', 'damson audit export', 'damson audit verify --anchor'],
]);
/** Errors in the code itself, which no user can cause. */
const faults =
  /^(?:Words are used before they are there|rendered (?:without a session|outside of the desktop application)|the guide has no page )$/;
/** Attributes and properties whose values people don't read. */
const unread =
  /^(?:className|class|d|viewBox|points|transform|gridTemplate\w*|font\w*|transition|media|sizes|sandbox|rel|accept|css|dateStyle|timeStyle)$/;

/** Takes a source, returns its words outside the catalogue, with their lines. */
export function findLetters(file: string, source: string): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  const take = (node: Node, text: string) => {
    found.push({
      line: source.slice(0, node.start).split('\n').length,
      text: text.trim().replace(/\s+/g, ' '),
    });
  };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const node = value as Node;
    if (isSkipped(node)) return;
    const text = textOf(node);
    if (text !== null && isRead(node, text)) take(node, text);
    for (const field of Object.keys(node)) if (typeof node[field] === 'object') walk(node[field]);
  };
  walk(parseSync(file, source).program);
  return found;
}

function textOf(node: Node): string | null {
  if (node.type === 'JSXText') return node.value as string;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'TemplateElement') return (node.value as { cooked: string | null }).cooked;
  return null;
}

function isRead(node: Node, text: string): boolean {
  if (!/\p{L}/u.test(text)) return false;
  if (node.type === 'JSXText') return true;
  if (technical.test(text) || styles.test(text) || selectors.test(text) || own.has(text.trim())) return false;
  if (faults.test(text)) return false;
  return /\p{L}\S*\s|\s\S*\p{L}/u.test(text) || /^[A-Z][a-z]+[.…]?$/.test(text);
}

function isSkipped(node: Node): boolean {
  if (/^(?:Import|ExportAll|TS(?:Literal|Template)|Directive)/.test(node.type)) return true;
  if (node.type === 'NewExpression') {
    const { name } = node.callee as { name?: string };
    return name === 'TypeError' || name === 'RegExp';
  }
  if (node.type === 'JSXAttribute' || node.type === 'Property') {
    const { name } = ((node.name ?? node.key) as { name?: string }) ?? {};
    return name !== undefined && unread.test(name);
  }
  return false;
}
