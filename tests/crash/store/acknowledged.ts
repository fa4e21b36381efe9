import type { mongo } from 'mongoose';

type Item = mongo.Document & { _id: string };

/** What the store has said it holds. */
export class Acknowledged {
  /** Item → lowest value its counter may have; what was sent and not answered may have raised it further. */
  readonly #items = new Map<string, { least: number; most: number }>();
  /** Removed items: must not be there. `maybe`: removal was sent, not answered. */
  readonly #removed = new Map<string, 'yes' | 'maybe'>();
  readonly #pairs = new Set<string>();
  #builds = 0;

  sent(id: string, value: number): void {
    const known = this.#items.get(id);
    if (known === undefined) this.#items.set(id, { least: -1, most: value });
    else known.most = Math.max(known.most, value);
  }

  answered(id: string, value: number): void {
    const known = this.#items.get(id);
    if (known !== undefined) known.least = Math.max(known.least, value);
  }

  removing(id: string, state: 'yes' | 'maybe'): void {
    this.#removed.set(id, state);
  }

  committed(pair: string): void {
    this.#pairs.add(pair);
  }

  built(): void {
    this.#builds += 1;
  }

  counts(): { acknowledged: number; transactions: number; indexBuilds: number } {
    let acknowledged = 0;
    for (const { least } of this.#items.values()) acknowledged += least + 1;
    return { acknowledged, transactions: this.#pairs.size, indexBuilds: this.#builds };
  }

  summary(): string {
    const { acknowledged, transactions, indexBuilds } = this.counts();
    return `${acknowledged} writes, ${transactions} transactions, ${indexBuilds} index builds acknowledged`;
  }

  /** Everything that was lost, came by halves or came from nowhere. */
  compare(found: { items: Item[]; pairs: Item[]; total: number }): string[] {
    const faults: string[] = [];
    const items = new Map(found.items.map((one) => [one._id, Number(one.n)]));
    for (const [id, { least, most }] of this.#items) {
      const value = items.get(id);
      const removal = this.#removed.get(id);
      if (removal === 'yes' && value !== undefined) faults.push(`item ${id} is back after its removal`);
      if (removal !== undefined || (value === undefined && least < 0)) continue;
      if (value === undefined) faults.push(`item ${id} is lost`);
      else if (value < least || value > most)
        faults.push(`item ${id} counts ${value}, acknowledged were ${least}, sent ${most}`);
    }
    for (const id of items.keys()) if (!this.#items.has(id)) faults.push(`item ${id} came from nowhere`);
    const halves = new Map<string, number>();
    for (const { _id } of found.pairs) {
      const name = _id.slice(0, _id.indexOf('/'));
      halves.set(name, (halves.get(name) ?? 0) + 1);
    }
    for (const [name, count] of halves) if (count !== 2) faults.push(`transaction ${name} is there by half`);
    for (const name of this.#pairs) if (!halves.has(name)) faults.push(`transaction ${name} is lost`);
    if (found.total !== halves.size)
      faults.push(`the total says ${found.total} transactions, ${halves.size} are there`);
    return faults;
  }
}
