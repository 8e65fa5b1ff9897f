import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type XmlNode, xml } from 'easy-template-x';

const element = 'damson-aside';
const pattern = new RegExp(`<${element} n="(\\d+)"/>`);

/** Finished parts of a document, packed until it is written: as nodes, thousands of tests need more memory than a rendering has. */
export class Asides {
  readonly #kept: Buffer[] = [];

  /** Takes finished nodes, returns the one that stands for them. */
  keep(nodes: readonly XmlNode[]): XmlNode {
    const written = nodes.map((node) => xml.parser.serializeNode(node)).join('');
    this.#kept.push(deflateRawSync(written, { level: 1 }));
    const place = xml.create.generalNode(element);
    place.attributes = { n: String(this.#kept.length - 1) };
    return place;
  }

  /** Takes the text of a filled part, returns it in pieces with everything kept in its place. */
  *expand(text: string): Generator<string> {
    for (const [index, piece] of text.split(pattern).entries()) {
      const kept = index % 2 === 0 ? undefined : this.#kept[Number(piece)];
      if (index % 2 === 0) yield piece;
      else if (kept !== undefined) yield* this.expand(inflateRawSync(kept).toString());
    }
  }
}
