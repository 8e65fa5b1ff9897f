/** Switches of Chromium; the stand-in keeps them without heeding them. */
export class CommandLine {
  readonly #switches = new Map<string, string>();

  appendSwitch(name: string, value = ''): void {
    this.#switches.set(name, value);
  }

  appendArgument(value: string): void {
    this.#switches.set(value, '');
  }

  hasSwitch(name: string): boolean {
    return (
      this.#switches.has(name) ||
      process.argv.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`))
    );
  }

  getSwitchValue(name: string): string {
    const given = process.argv.find((arg) => arg.startsWith(`--${name}=`));
    return this.#switches.get(name) ?? given?.slice(name.length + 3) ?? '';
  }
}
