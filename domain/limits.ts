// Lengths are in UTF-16 units, sizes in bytes.

export const largestEvidence = 25_600_000;
export const longestCaption = 2000;
