import { createReadStream } from 'node:fs';
import { readText } from '../html/head.ts';

const links = /<a\s[^>]*href="#([^"]+)"[^>]*>(.*?)<\/a>/gs;
/** A link with its words is shorter. */
const longestLink = 16_384;
const chunkLength = 1024 * 1024;

/** Takes a piece of a document, one character per byte, and adds the words of the first link to each target. */
export function readLinkWords(html: string, words: Map<string, string>): void {
  for (const [, target = '', markup = ''] of html.matchAll(links)) {
    const text = Buffer.from(markup.replace(/<[^>]*>/g, ' '), 'latin1').toString('utf8');
    const said = readText(text).replace(/\s+/g, ' ').trim();
    if (said !== '' && !words.has(target)) words.set(target, said);
  }
}

/** Takes the path of a document, returns the words of its links by their targets. */
export async function listLinkWords(htmlFile: string): Promise<Map<string, string>> {
  const words = new Map<string, string>();
  let text = '';
  for await (const chunk of createReadStream(htmlFile, { encoding: 'latin1', highWaterMark: chunkLength })) {
    text += chunk;
    readLinkWords(text, words);
    // A link may end in the next piece.
    text = text.slice(-longestLink);
  }
  return words;
}
