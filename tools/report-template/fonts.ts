import { head, main } from './markup.ts';

/** That of HTML and PDF too. */
export const typeface = 'Inter';

/** Calibri takes its place where it is not installed; other programs choose one by its look. */
export const fontTable = `${head}<w:fonts xmlns:w="${main}"><w:font w:name="${typeface}"><w:altName w:val="Calibri"/><w:panose1 w:val="02000503000000020004"/><w:charset w:val="00"/><w:family w:val="swiss"/><w:pitch w:val="variable"/></w:font></w:fonts>`;
