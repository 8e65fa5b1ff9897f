import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type ParsedNode,
  Parser,
  type Tags,
} from 'yaml';
import { importBounds } from '../bounds.ts';
import { ImportRefusal } from '../format.ts';
import { tooDeep } from './json.ts';

/** Limit for one file: the YAML reader takes some 250 bytes of memory per token. */
const mostWords = 400_000;
/** For one document, including repetitions by aliases. */
const mostNodes = 400_000;
const mostAliases = 1000;
/** Characters of one document, including repetitions by aliases. */
const longestText = 32 * 1024 * 1024;

/**
 * Takes YAML text, returns the values of its documents; empty ones are left out. Numbers stay texts as in the file (`1.10`,
 * `0022`); merge keys are followed. Refuses invalid YAML, tags, duplicate keys, aliases that repeat too much or form a cycle, and
 * nesting beyond the limit.
 */
export function parseYaml(text: string): unknown[] {
  const lines = new LineCounter();
  const composer = new Composer({
    schema: 'core',
    customTags: withoutNumbers,
    uniqueKeys: false,
    logLevel: 'silent',
  });
  if (text.includes('\0')) return parseYaml(text.replaceAll('\0', '␀'));
  if (text.length > longestText) throw new ImportRefusal('The file has more YAML than can be read at once');
  try {
    const documents = [...composer.compose(readTokens(text, lines))];
    return documents.map((document) => toValue(document, lines)).filter((value) => value !== null);
  } catch (error) {
    if (error instanceof RangeError) throw new ImportRefusal(tooDeep);
    throw error;
  }
}

function withoutNumbers(tags: Tags): Tags {
  return tags.filter((tag) => typeof tag === 'string' || !/:(int|float)$/.test(tag.tag));
}

/** `Parser.parse` with limits on tokens: a bomb is refused before values are built from it. */
function* readTokens(text: string, lines: LineCounter): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  let words = 0;
  let depth = 0;
  for (const word of new Lexer().lex(text)) {
    if (++words > mostWords) throw new ImportRefusal('The file has more YAML than can be read at once');
    if (word === '[' || word === '{') depth++;
    if (word === ']' || word === '}') depth--;
    if (depth > importBounds.depth) throw new ImportRefusal(tooDeep);
    // The parser itself would note the error and continue.
    if (depth < 0) throw new ImportRefusal(`The file is not valid YAML: “${word}” ends nothing`);
    yield* parser.next(word);
  }
  yield* parser.end();
}

function toValue(document: Document.Parsed, lines: LineCounter): unknown {
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) {
    const { line } = lines.linePos(problem.pos[0]);
    const words = problem.message.replace(/\s+/g, ' ').slice(0, 200);
    throw new ImportRefusal(
      /call stack/.test(problem.message) ? tooDeep : `The file is not valid YAML: line ${line}: ${words}`,
    );
  }
  return new Builder(lines).build(document.contents, 0);
}

/** Builds plain values of a document like YAML's own conversion, with limits on repetition by aliases. */
class Builder {
  #nodes = 0;
  #aliases = 0;
  #length = 0;
  #anchors = new Map<string, ParsedNode>();
  #lines: LineCounter;

  constructor(lines: LineCounter) {
    this.#lines = lines;
  }

  build(node: unknown, depth: number): unknown {
    if (depth > importBounds.depth) throw new ImportRefusal(tooDeep);
    if (++this.#nodes > mostNodes) throw new ImportRefusal('The file repeats too much by aliases');
    if (isAlias(node)) return this.#follow(node.source, depth);
    const named = node as ParsedNode | null;
    if (named !== null && 'anchor' in named && named.anchor) this.#anchors.set(named.anchor, named);
    if (isScalar(node)) {
      if (typeof node.value === 'string') this.#length += node.value.length;
      if (this.#length > longestText) throw new ImportRefusal('The file repeats too much by aliases');
      return toText(node.value);
    }
    if (isSeq(node)) return node.items.map((item) => this.build(item, depth + 1));
    if (isMap(node)) return this.#buildMap(node.items, depth + 1);
    return null;
  }

  #follow(name: string, depth: number): unknown {
    if (++this.#aliases > mostAliases) throw new ImportRefusal('The file repeats too much by aliases');
    const target = this.#anchors.get(name);
    if (target === undefined)
      throw new ImportRefusal(`The file has an alias to “${name}”, which is nowhere before it`);
    return this.build(target, depth + 1);
  }

  #buildMap(items: readonly unknown[], depth: number): Record<string, unknown> {
    const own = new Map<string, unknown>();
    const merged = new Map<string, unknown>();
    for (const pair of items) {
      if (!isPair(pair)) continue;
      const key = this.build(pair.key, depth);
      const value = this.build(pair.value, depth);
      if (key === '<<') this.#merge(value, merged);
      else if (own.has(toKey(key))) throw new ImportRefusal(this.#sayTwice(toKey(key), pair.key));
      else own.set(toKey(key), value);
    }
    return Object.fromEntries([...merged, ...own]);
  }

  #merge(value: unknown, into: Map<string, unknown>): void {
    for (const source of Array.isArray(value) ? value : [value]) {
      if (source === null || typeof source !== 'object') continue;
      for (const [key, item] of Object.entries(source)) if (!into.has(key)) into.set(key, item);
    }
  }

  #sayTwice(key: string, node: unknown): string {
    const range = (node as ParsedNode | null)?.range;
    const named = key.slice(0, 100);
    if (!range) return `The file is not valid YAML: “${named}” is given twice`;
    const { line } = this.#lines.linePos(range[0]);
    return `The file is not valid YAML: line ${line}: “${named}” is given twice`;
  }
}

function toText(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

function toKey(key: unknown): string {
  return typeof key === 'string' ? key : JSON.stringify(key);
}
