/** The look of a button that destroys: an outlined word, because a red fill is the red side's. */
export const danger = {
  variant: 'default',
  c: 'var(--mantine-color-error)',
  bd: '1px solid var(--mantine-color-error)',
} as const;
