/** The server's nonce in the page: style elements created at run time need it under the content security policy. */
export function readStyleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
}
