export type Keys = readonly (readonly [key: string, action: string])[];

type Shortcuts = { where: string; keys: Keys };

export const everywhere: Keys = [
  ['Ctrl K or ⌘ K', 'Search and commands'],
  ['/', 'The search of the page, or of everything'],
  ['?', 'The keys of the page, or this list'],
  ['z', 'Undo what was done last, while it is offered'],
  ['Tab', 'First of all: skip to the content'],
  ['Esc', 'Close what is open; empty or leave a filter'],
];
export const missionKeys: Keys = [
  ['j', 'Next test'],
  ['k', 'Previous test'],
  ['↓ ↑', 'Next, previous test, once a test has the focus'],
  ['Enter', 'Open the test'],
  ['x', 'Select the test, to change several at once'],
];
export const boardKeys: Keys = [
  ['↑ ↓ ← →', 'Go from card to card, once one has the focus'],
  ['Shift ←, Shift →', 'Move the card to the status before, after'],
  ['z', 'Undo the last move'],
  ['Enter', 'Open the remediation'],
  ['n', 'New remediation'],
];
export const reportListKeys: Keys = [['n', 'New report']];
export const reportKeys: Keys = [
  ['p', 'Preview, or back to writing, where one of them is shown'],
  ['i', 'Write: into the first text'],
  ['Esc', 'Leave a field, so that the keys work again'],
];
export const matrixKeys: Keys = [
  ['↑ ↓ ← →', 'Go from technique to technique'],
  ['Page Up, Page Down', 'Ten rows up, down'],
  ['Home, End', 'First, last tactic'],
  ['Ctrl Home, Ctrl End', 'First, last technique of all'],
  ['Space', 'Open or close the sub-techniques'],
  ['+', 'Open the sub-techniques'],
  ['-', 'Close the sub-techniques'],
  ['Enter', 'Open the technique; in the search field, go to the first one found'],
];
export const scenarioKeys: Keys = [
  ['Alt ↑, Alt ↓', 'Move the test up, down'],
  ['Alt Home', 'Move the test to the top'],
];
export const outlineKeys: Keys = [
  ['↑, ↓', 'Go from line to line'],
  ['Alt ↑, Alt ↓', 'Move the test or the scenario up, down'],
  ['Delete', 'Remove a test that was never executed'],
];
export const testKeys: Keys = [
  ['j', 'Next test'],
  ['k', 'Previous test'],
  ['e', 'Mark as executed (red)'],
  ['s', 'Skip (red)'],
  ['r', 'Mark as reviewed (blue)'],
  ['1 … 5', 'Prevented, alerted, logged, detected, responded (blue)'],
  ['w', 'Needs work: a remediation of the test'],
  ['Ctrl V', 'Add a copied picture or file as evidence'],
  ['i', 'Write: into the first field that is yours'],
  ['Esc', 'Leave a field, so that the keys work again'],
];
export const simulationKeys: Keys = [
  ['j', 'Next simulation'],
  ['k', 'Previous simulation'],
  ['1 … 5', 'Prevented, alerted, logged, detected, responded (SOC)'],
  ['i', 'Write: into the first field that is yours'],
  ['Esc', 'Leave a field, so that the keys work again'],
];

/** Every key that means something beyond what a browser gives it, by where it works. */
export const shortcuts: readonly Shortcuts[] = [
  { where: 'Everywhere', keys: everywhere },
  { where: 'In a mission', keys: missionKeys },
  { where: 'On the remediation board', keys: boardKeys },
  { where: 'On the reports of a mission', keys: reportListKeys },
  { where: 'In a report', keys: reportKeys },
  {
    where: 'In a test',
    keys: testKeys,
  },
  {
    where: 'In a simulation',
    keys: simulationKeys,
  },
  { where: 'In the matrix', keys: matrixKeys },
  { where: 'In a scenario template', keys: scenarioKeys },
  { where: 'In the outline of a mission', keys: outlineKeys },
  {
    where: 'Where techniques are picked',
    keys: [
      ['Enter', 'Take what is highlighted, or else the first match'],
      ['Esc', 'Close the list; once more, empty the field'],
      ['Backspace', 'Take away the last one, while nothing is typed'],
    ],
  },
  {
    where: 'In the desktop application',
    keys: [
      ['F1', 'User guide'],
      ['Ctrl 1 … Ctrl 5', 'Home, Missions, Engagements, Templates, Catalogue'],
      ['Ctrl O', 'Open a backup'],
      ['Ctrl R', 'Reload'],
      ['Ctrl +, Ctrl -, Ctrl 0', 'Larger, smaller, actual size'],
      ['Ctrl Q', 'Quit'],
    ],
  },
];
