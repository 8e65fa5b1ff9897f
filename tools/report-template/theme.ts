import { typeface } from './fonts.ts';
import { accent, drawing, head } from './markup.ts';

const color = (name: string, value: string) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`;
const fonts = (name: string) =>
  `<a:${name}><a:latin typeface="${typeface}"/><a:ea typeface=""/><a:cs typeface=""/></a:${name}>`;
const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const thrice = (one: string) => one.repeat(3);

/** One font for headings and texts, set in the theme, so that it can be changed in one place. */
export const theme = `${head}<a:theme xmlns:a="${drawing}/main" name="Report"><a:themeElements><a:clrScheme name="Report">${[
  color('dk1', '000000'),
  color('lt1', 'FFFFFF'),
  color('dk2', accent),
  color('lt2', 'EEF0F3'),
  color('accent1', accent),
  color('accent2', '1F8A5B'),
  color('accent3', '2B6CB0'),
  color('accent4', 'B7791F'),
  color('accent5', 'C0392B'),
  color('accent6', '5C6370'),
  color('hlink', '1D4ED8'),
  color('folHlink', '5B3A8E'),
].join(
  '',
)}</a:clrScheme><a:fontScheme name="Report">${fonts('majorFont')}${fonts('minorFont')}</a:fontScheme><a:fmtScheme name="Report"><a:fillStyleLst>${thrice(fill)}</a:fillStyleLst><a:lnStyleLst>${thrice(`<a:ln w="6350">${fill}</a:ln>`)}</a:lnStyleLst><a:effectStyleLst>${thrice('<a:effectStyle><a:effectLst/></a:effectStyle>')}</a:effectStyleLst><a:bgFillStyleLst>${thrice(fill)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
