/** The style of a destructive button: outlined, because a red fill belongs to the red side. */
export const danger = {
  variant: 'default',
  c: 'var(--mantine-color-error)',
  bd: '1px solid var(--mantine-color-error)',
} as const;
