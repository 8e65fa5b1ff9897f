/**
 * From this version on entries of the history seal the rows that were written with them. Nothing changes in the tables: the
 * number keeps programs off that would write rows without sealing them.
 */
export const sealedRows = { version: 36, name: '036-seals', statements: [] };
