/** How long a token is valid, in seconds. */
export const tokenSeconds = 60 * 60;
/** How long after signing in a token can still be renewed: 12 hours. */
export const sessionMilliseconds = 12 * 60 * 60 * 1000;
