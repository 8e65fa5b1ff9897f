/** Chromium's codes of the failures that a window can meet here. */
export const netErrors: Readonly<Record<string, number>> = {
  ERR_FAILED: -2,
  ERR_ABORTED: -3,
  ERR_CONNECTION_RESET: -101,
  ERR_CONNECTION_REFUSED: -102,
  ERR_NAME_NOT_RESOLVED: -105,
  ERR_CERT_COMMON_NAME_INVALID: -200,
  ERR_CERT_AUTHORITY_INVALID: -202,
  ERR_INVALID_RESPONSE: -320,
  ERR_EMPTY_RESPONSE: -324,
};
