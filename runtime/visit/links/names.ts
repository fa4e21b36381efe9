/** Texts that many links share, each kept once under a small number. */
export class Names {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];

  /** Number of a name, given out on first sight. */
  intern(name: string): number {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.#names.length;
      this.#names.push(name);
      this.#numbers.set(name, number);
    }
    return number;
  }

  /** Number of a name, or -1. */
  numberOf(name: string): number {
    return this.#numbers.get(name) ?? -1;
  }

  nameOf(number: number): string {
    return this.#names[number] as string;
  }

  list(): readonly string[] {
    return this.#names;
  }
}
