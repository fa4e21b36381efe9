import { type DayHour, hourNumber } from '../derive/days.ts';
import type { HourSum } from '../store/told-hours.ts';

const QUARTER_MS = 15 * 60 * 1000;

/**
 * Counts visits by the hour of their record. One visit costs two comparisons: the hour is looked up once a quarter of an
 * hour, because no time zone changes between.
 */
export class HourSums {
  readonly #dayHourOf: (time: number) => DayHour;
  readonly #sums = new Map<number, HourSum>();
  #from = 0;
  #until = 0;
  #current: HourSum = { hour: 0, answered: 0, journalled: 0 };

  constructor(dayHourOf: (time: number) => DayHour) {
    this.#dayHourOf = dayHourOf;
  }

  /** The sum that a visit of this time belongs to. */
  at(time: number): HourSum {
    return time >= this.#from && time < this.#until ? this.#current : this.#find(time);
  }

  all(): readonly HourSum[] {
    return [...this.#sums.values()];
  }

  #find(time: number): HourSum {
    this.#from = Math.floor(time / QUARTER_MS) * QUARTER_MS;
    this.#until = this.#from + QUARTER_MS;
    const hour = hourNumber(this.#dayHourOf(time));
    let sum = this.#sums.get(hour);
    if (sum === undefined) {
      sum = { hour, answered: 0, journalled: 0 };
      this.#sums.set(hour, sum);
    }
    this.#current = sum;
    return sum;
  }
}
