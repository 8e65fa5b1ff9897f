import { head, main } from './markup.ts';

const level = (index: number, format: string, text: string, style: string | null, indent: number) =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${style === null ? '' : `<w:pStyle w:val="${style}"/>`}<w:suff w:val="tab"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:tabs><w:tab w:val="num" w:pos="${indent}"/></w:tabs><w:ind w:left="${indent}" w:hanging="${indent}"/></w:pPr></w:lvl>`;

/** Numbers of headings: digits for chapters, letters for appendices. */
export const numbering = `${head}<w:numbering xmlns:w="${main}"><w:abstractNum w:abstractNumId="1"><w:multiLevelType w:val="multilevel"/>${level(0, 'decimal', '%1', 'Heading1', 680)}${level(1, 'decimal', '%1.%2', 'Heading2', 851)}</w:abstractNum><w:abstractNum w:abstractNumId="2"><w:multiLevelType w:val="singleLevel"/>${level(0, 'upperLetter', '%1', 'AppendixHeading', 680)}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num></w:numbering>`;
