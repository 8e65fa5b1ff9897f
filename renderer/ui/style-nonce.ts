/** The nonce the server put into the page: style elements made at run time need it under the content security policy. */
export function readStyleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
}
