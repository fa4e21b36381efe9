import { seededRandom } from '../seeded-random.ts';

/** How likely things go wrong in a schedule; drawn with it, so that there are calm ones and stormy ones. */
export interface Weather {
  /** Chance of a system call of the writer to fail, or to write only a part. */
  writerFaults: number;
  /** The same of the aggregator's calls. */
  aggregatorFaults: number;
  /** Chance of the store to be away in a command, or to be away once it has committed. */
  storeFaults: number;
  /** Chance of a kill at a step, of either process. */
  kills: number;
  /** Longest time, in steps, that a call of the writer takes to reach the disk. */
  slowness: number;
  /** Chance of a visit that the store takes in no way. */
  poison: number;
  /** Bytes that are destroyed on the disk. */
  damages: number;
}

/** The draws of one schedule. The same seed gives the same interleaving. */
export class Schedule {
  readonly random: () => number;
  readonly weather: Weather;
  readonly trace: string[] | undefined;
  #areFaultsOver = false;

  constructor(seed: number, isTraced: boolean) {
    this.random = seededRandom(seed);
    this.trace = isTraced ? [] : undefined;
    const some = (chance: number, most: number): number =>
      this.random() < chance ? this.random() * most : 0;
    this.weather = {
      writerFaults: some(0.5, 0.2),
      aggregatorFaults: some(0.4, 0.04),
      storeFaults: some(0.5, 0.3),
      kills: some(0.6, 0.02),
      slowness: Math.floor(some(0.7, 60)),
      poison: some(0.15, 0.1),
      damages: this.random() < 0.25 ? 1 + Math.floor(this.random() * 2) : 0,
    };
    this.note(() => `weather ${JSON.stringify(this.weather)}`);
  }

  chance(likelihood: number): boolean {
    return !this.#areFaultsOver && this.random() < likelihood;
  }

  below(end: number): number {
    return Math.floor(this.random() * end);
  }

  note(text: () => string): void {
    this.trace?.push(text());
  }

  /** From now on all goes well, so that everything can be brought to its end. */
  calmDown(): void {
    this.#areFaultsOver = true;
    this.weather.slowness = 0;
    this.note(() => 'nothing fails from now on');
  }
}
