/** Object of a list, a selection or a refusal: message keys end with it. */
export type Thing =
  | 'mission'
  | 'engagement'
  | 'user'
  | 'test'
  | 'test_template'
  | 'scenario'
  | 'rule'
  | 'threat';
