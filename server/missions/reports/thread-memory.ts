/** Memory of a thread that reads a mission for a report: an oversized one exhausts it instead of the server's. */
export const threadMemory = { old: 384, young: 32 };
