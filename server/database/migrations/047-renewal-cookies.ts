/**
 * The cookie that keeps a browser signed in, as digests: the constant part, the next value, and the previous one. Null for a
 * program's session.
 */
export const renewalCookies = {
  version: 47,
  name: '047-renewal-cookies',
  statements: [
    'alter table sessions add column cookie_family text',
    'alter table sessions add column cookie_current text',
    'alter table sessions add column cookie_previous text',
    'alter table sessions add column cookie_rotated_at text',
    'alter table sessions add column is_kept integer check (is_kept in (0, 1))',
    'create unique index sessions_by_cookie_family on sessions (cookie_family)',
  ],
};
