import type { ProblemWords } from '../problems.ts';

/** Lines of the command that contain counts, keyed by the text in its code; all other lines stay unchanged. */
export const commandLines: ProblemWords = {
  '{1} files ({2} MiB), {3} of them sent now: equal byte by byte':
    '{1, plural, one {# file} other {# files}} ({2} MiB), {3, plural, one {#} other {#}} of them sent now: equal byte by byte',
  '{1} rows in {2} tables: equal row by row; history up to {3}':
    '{1, plural, one {# row} other {# rows}} in {2, plural, one {# table} other {# tables}}: equal row by row; history up to {3}',
  'database {1}, history {2}, {3} of {4} stored files intact, {5} files without a record':
    'database {1}, history {2}, {3, plural, one {#} other {#}} of {4, plural, one {# stored file} other {# stored files}} intact, {5, plural, one {# file} other {# files}} without a record',
  '{1} missions, {2} engagements, {3} evidence records, {4} users ({5} MiB)':
    '{1, plural, one {# mission} other {# missions}}, {2, plural, one {# engagement} other {# engagements}}, {3, plural, one {# evidence record} other {# evidence records}}, {4, plural, one {# user} other {# users}} ({5} MiB)',
  'history {1}, {2} entries up to {3}': 'history {1}, {2, plural, one {# entry} other {# entries}} up to {3}',
  '{1} files are missing or damaged, the database was not moved; --allow-damaged moves it without them':
    '{1, plural, one {# file is} other {# files are}} missing or damaged, the database was not moved; --allow-damaged moves it without {1, plural, one {it} other {them}}',
};
