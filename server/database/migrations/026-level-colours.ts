/** The levels get a scale of their own: red and blue are the sides. A colour that somebody has changed stays. */
export const levelColoursSchema = {
  version: 26,
  name: '026-level-colours',
  statements: [
    `update detection_levels set color = '#b45309' where key = 'not_detected' and color = '#c92a2a'`,
    `update detection_levels set color = '#d9a406' where key = 'logged' and color = '#e8590c'`,
    `update detection_levels set color = '#6ea82e' where key = 'alerted' and color = '#1971c2'`,
    `update detection_levels set color = '#1f8a5b' where key = 'prevented' and color = '#2f9e44'`,
  ],
};
