import { accent, head, line, main, quiet, room } from './markup.ts';

type Style = {
  based?: string;
  next?: string;
  size?: number;
  color?: string;
  isBold?: boolean;
  font?: string;
  before?: number;
  after?: number;
  level?: number;
  extra?: string;
  keeps?: boolean;
  /** List of its numbering, and its level. */
  numbered?: [list: number, level: number];
};

function style(id: string, name: string, of: Style): string {
  const {
    based = 'Normal',
    next,
    size,
    color,
    isBold,
    font,
    before,
    after,
    level,
    extra = '',
    keeps,
    numbered,
  } = of;
  const spacing =
    before === undefined && after === undefined
      ? ''
      : `<w:spacing${before === undefined ? '' : ` w:before="${before}"`}${after === undefined ? '' : ` w:after="${after}"`}/>`;
  const list =
    numbered === undefined
      ? ''
      : `<w:numPr><w:ilvl w:val="${numbered[1]}"/><w:numId w:val="${numbered[0]}"/></w:numPr>`;
  const paragraphs = `${keeps ? '<w:keepNext/><w:keepLines/>' : ''}${list}${extra.replace(/<w:(?:jc|ind)[^>]*>/g, '')}${spacing}${
    extra.match(/<w:ind[^>]*>/)?.[0] ?? ''
  }${extra.match(/<w:jc[^>]*>/)?.[0] ?? ''}${level === undefined ? '' : `<w:outlineLvl w:val="${level}"/>`}`;
  const runs = `${font ? `<w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:cs="${font}"/>` : ''}${isBold ? '<w:b/>' : ''}${
    color ? `<w:color w:val="${color}"/>` : ''
  }${size ? `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>` : ''}`;
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${id === 'Normal' ? '' : `<w:basedOn w:val="${based}"/>`}${
    next ? `<w:next w:val="${next}"/>` : ''
  }<w:qFormat/><w:pPr>${paragraphs}</w:pPr><w:rPr>${runs}</w:rPr></w:style>`;
}

const box = ['top', 'left', 'bottom', 'right']
  .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="4" w:color="E3E6EA"/>`)
  .join('');

/** Takes the tag (BCP 47) of the template's language, which Word uses for spell checking; returns the styles. */
export const writeStyles = (tag: string) =>
  `${head}<w:styles xmlns:w="${main}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:asciiTheme="minorHAnsi" w:hAnsiTheme="minorHAnsi" w:eastAsia="Yu Gothic" w:cs="Arial"/><w:sz w:val="21"/><w:szCs w:val="21"/><w:lang w:val="${tag}" w:eastAsia="ja-JP" w:bidi="ar-SA"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="0" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>${[
    `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>`,
    style('BodyText', 'Body Text', { after: 120 }),
    style('Title', 'Title', { size: 56, isBold: true, color: accent, before: 60, after: 120 }),
    style('Subtitle', 'Subtitle', { size: 28, color: quiet, after: 480 }),
    style('Kind', 'Report Kind', { size: 24, color: quiet, before: 2400 }),
    style('CoverField', 'Cover Field', { size: 22, after: 60 }),
    style('Heading1', 'heading 1', {
      next: 'BodyText',
      size: 34,
      isBold: true,
      color: accent,
      before: 480,
      after: 160,
      level: 0,
      keeps: true,
      numbered: [1, 0],
      extra: `<w:pBdr><w:bottom w:val="single" w:sz="8" w:space="3" w:color="${accent}"/></w:pBdr>`,
    }),
    style('AppendixHeading', 'Appendix Heading', {
      next: 'BodyText',
      size: 34,
      isBold: true,
      color: accent,
      before: 480,
      after: 160,
      level: 0,
      keeps: true,
      numbered: [2, 0],
      extra: `<w:pBdr><w:bottom w:val="single" w:sz="8" w:space="3" w:color="${accent}"/></w:pBdr>`,
    }),
    style('Heading2', 'heading 2', {
      next: 'BodyText',
      size: 27,
      isBold: true,
      color: accent,
      before: 320,
      after: 120,
      level: 1,
      keeps: true,
      numbered: [1, 1],
    }),
    style('Heading3', 'heading 3', {
      next: 'BodyText',
      size: 23,
      isBold: true,
      before: 280,
      after: 60,
      level: 2,
      keeps: true,
    }),
    style('ContentsHeading', 'Contents Heading', {
      size: 34,
      isBold: true,
      color: accent,
      before: 960,
      after: 160,
      keeps: true,
      // Before the heading, because a break after a full cover would cause an empty page.
      extra: '<w:pageBreakBefore/>',
    }),
    style('TOC1', 'toc 1', {
      after: 60,
      extra: `<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="${room}"/></w:tabs>`,
    }),
    style('TOC2', 'toc 2', {
      after: 40,
      extra: `<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="${room}"/></w:tabs><w:ind w:left="340"/>`,
    }),
    style('Quiet', 'Quiet', { color: quiet, after: 120 }),
    style('Marks', 'Marks', { color: quiet, after: 120, keeps: true }),
    style('File', 'File', { after: 40, keeps: true }),
    style('FileDigest', 'File Digest', { size: 16, color: quiet, after: 60, keeps: true }),
    style('Label', 'Label', { size: 19, isBold: true, color: quiet, before: 100, after: 30, keeps: true }),
    style('Headline', 'Headline', { size: 25, isBold: true, after: 40 }),
    style('Run', 'Run', {
      isBold: true,
      before: 240,
      after: 60,
      keeps: true,
      extra: `<w:pBdr><w:top w:val="dashed" w:sz="4" w:space="6" w:color="${line}"/></w:pBdr>`,
    }),
    style('Side', 'Side', { size: 21, isBold: true, before: 160, after: 40, keeps: true }),
    style('Code', 'Code', {
      size: 17,
      font: 'Consolas',
      after: 140,
      extra: `<w:pBdr>${box}</w:pBdr><w:shd w:val="clear" w:color="auto" w:fill="F6F7F9"/><w:wordWrap w:val="0"/><w:ind w:left="113" w:right="113"/>`,
    }),
    style('Cell', 'Cell', { size: 18 }),
    style('CellQuiet', 'Cell Quiet', { size: 16, color: quiet }),
    style('CellLabel', 'Cell Label', { size: 18, isBold: true, color: quiet }),
    style('CellHead', 'Cell Head', { size: 17, isBold: true, keeps: true }),
    style('AfterTable', 'After Table', { size: 12, after: 80 }),
    style('Picture', 'Picture', { before: 80, after: 60, keeps: true }),
    style('Caption', 'caption', { size: 19 }),
    style('FigureCaption', 'Figure Caption', { size: 19, after: 120 }),
    style('TableCaption', 'Table Caption', { size: 19, before: 120, after: 60, keeps: true }),
    style('CaptionQuiet', 'Caption Quiet', { size: 16, color: quiet, after: 140 }),
    style('Header', 'header', { size: 18, isBold: true, color: quiet, extra: '<w:jc w:val="center"/>' }),
    style('Footer', 'footer', {
      size: 17,
      color: quiet,
      extra: `<w:tabs><w:tab w:val="right" w:pos="${room}"/></w:tabs>`,
    }),
    style('Tag', 'Tag', { size: 4, color: 'B0B5BD' }),
  ].join('')}</w:styles>`;
