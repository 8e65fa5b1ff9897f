/** A moment as `datetime-local` wants it, in the viewer's zone. */
export function toLocalInput(iso: string): string {
  const date = new Date(iso);
  const padTwo = (value: number) => String(value).padStart(2, '0');
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${padTwo(date.getMonth() + 1)}-${padTwo(date.getDate())}`;
  return `${day}T${padTwo(date.getHours())}:${padTwo(date.getMinutes())}:${padTwo(date.getSeconds())}`;
}

/** The moment that was meant, or null for what is none. */
export function fromLocalInput(text: string): string | null {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
