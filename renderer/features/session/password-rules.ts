/** 12 to 256 characters, as the server demands. */
export function newPassword(value: string): string | null {
  if (value.length < 12) return 'At least 12 characters';
  return value.length > 256 ? 'At most 256 characters' : null;
}

export function repeated(value: string, password: string): string | null {
  return value === password ? null : 'The passwords differ';
}
