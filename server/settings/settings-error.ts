/** A setting that can't be used; the message is one line that names it. The command exits with 78. */
export class SettingsError extends Error {}
