import { parseSync } from 'oxc-parser';

type Node = { type: string; start: number; end: number; [field: string]: unknown };

/** Punctuation that differs between languages, and brackets; a message has them around its own values. */
const punctuation = /[:;,.()[\]?!–—/]/;

/** Separators between independent texts. */
const separators = /^(?:\n+| · )$/;

const cases = /^to(?:Locale)?(?:Lower|Upper)Case$/;

/**
 * Takes a source, returns the lines that join a message to words or punctuation, or change its case. Languages differ in order,
 * punctuation and capitals, so a whole sentence has to be one message.
 */
export function findGlue(file: string, source: string): { line: number; text: string }[] {
  const found = new Map<number, string>();
  const take = (node: Node) => {
    const line = source.slice(0, node.start).split('\n').length;
    found.set(line, source.slice(node.start, node.end).replace(/\s+/g, ' ').slice(0, 80));
  };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const node = value as Node;
    // Markup only places elements side by side.
    if (node.type === 'TaggedTemplateExpression') walk((node.quasi as Node).expressions);
    else {
      if (isGlued(node)) take(node);
      for (const field of Object.keys(node)) if (typeof node[field] === 'object') walk(node[field]);
    }
  };
  walk(parseSync(file, source).program);
  return [...found].map(([line, text]) => ({ line, text }));
}

function isGlued(node: Node): boolean {
  if (node.type === 'CallExpression') {
    const callee = node.callee as Node & { object?: Node; property?: { name?: string } };
    return (
      callee.object !== undefined && cases.test(callee.property?.name ?? '') && saysMessage(callee.object)
    );
  }
  if (node.type === 'TemplateLiteral') {
    const expressions = node.expressions as Node[];
    const between = (node.quasis as { value: { cooked: string | null } }[])
      .map(({ value }) => value.cooked ?? '')
      .join('');
    const isApart = separators.test(between) || (expressions.length === 1 && !/\S/.test(between));
    return expressions.some(saysMessage) && !isApart;
  }
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    return [node.left, node.right].some((side) => saysMessage(side as Node));
  }
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    return hasGluedChild(node.children as Node[]);
  return false;
}

/** Whether a message has punctuation from the code next to it. */
function hasGluedChild(children: readonly Node[]): boolean {
  return children.some((child, at) => {
    if (child.type !== 'JSXText') return false;
    const text = child.value as string;
    const [before, after] = [children[at - 1], children[at + 1]];
    return (
      (isMessage(before) && punctuation.test(text.trimStart().charAt(0))) ||
      (isMessage(after) && punctuation.test(text.trimEnd().slice(-1)))
    );
  });
}

function isMessage(child: Node | undefined): boolean {
  return child?.type === 'JSXExpressionContainer' && saysMessage(child.expression as Node);
}

/** Whether a node calls `t`, `tell` or a function named like one that returns a message. */
function saysMessage(node: Node): boolean {
  if (node.type === 'ConditionalExpression') {
    return saysMessage(node.consequent as Node) || saysMessage(node.alternate as Node);
  }
  if (node.type !== 'CallExpression') return false;
  const callee = node.callee as { name?: string; property?: { name?: string } };
  return /^(?:t|tell)$|^(?:describe|label|name(?!Column|Variable))[A-Z]/.test(
    callee.name ?? callee.property?.name ?? '',
  );
}
