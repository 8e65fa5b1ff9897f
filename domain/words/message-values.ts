// Written by `npm run words`.

/** The values of each message that has any: `Text` is what stands in for a text, `Tag` for what a tag encloses. */
export interface MessageValues<Text, Tag> {
  '': { text: Text; tag: Tag };
  'shared.count.characters': { count: number };
  'shared.count.files': { count: number };
  'shared.count.lines': { count: number };
  'shared.count.members': { count: number };
  'shared.count.missions': { count: number };
  'shared.count.more': { count: number };
  'shared.count.rows': { count: number };
  'shared.count.scenarios': { count: number };
  'shared.count.simulations': { count: number };
  'shared.count.techniques': { count: number };
  'shared.count.test_templates': { count: number };
  'shared.count.tests': { count: number };
  'shared.count.users': { count: number };
  'shared.n_of': { n: number; of: number };
}
