/** A field that counts the captions of a label, up to its number. */
const sequence =
  /( SEQ (\S+) \\\* ARABIC <\/w:instrText>(?:(?!<\/w:p>).)*?fldCharType="separate"\/>(?:(?!<\/w:p>).)*?<w:t[^>]*>)\d+(?=<\/w:t>)/gs;

/** Numbers of captions, for programs that calculate no fields when they open a document. */
export class Captions {
  readonly #counts = new Map<string, number>();

  /** Takes the next piece of a document, returns it with the numbers of its captions. */
  number(piece: string): string {
    return piece.replace(sequence, (_, before: string, label: string) => {
      const count = (this.#counts.get(label) ?? 0) + 1;
      this.#counts.set(label, count);
      return `${before}${count}`;
    });
  }
}
