/** Places of a match: begin and end of the whole, then of each group; -1 where a group takes no part. */
export type Places = Int32Array;

/** The way that a run came: where it could have gone otherwise, and what it noted since. */
export interface Trail {
  /** Where the last `back` goes on. */
  place: number;
  /** Places that are noted now. */
  places: Places;
  height(): number;
  /** Notes a place; it is taken back when what follows fails. */
  save(slot: number, value: number): void;
  /** Another way: `step` at `place`. */
  fork(step: number, place: number): void;
  /** Goes back to the newest other way above `floor`. Returns its step, or -1 when there is none; sets `place`. */
  back(floor: number): number;
  /** Takes back all that was noted above `floor`, and forgets the other ways. */
  drop(floor: number): void;
  /** Forgets the other ways above `floor`; what was noted is still taken back when what follows fails. */
  settle(floor: number): void;
  clear(): void;
}

const PUT_BACK = -2;

/** A trail over `slots` places, none of them noted. */
export const createTrail = (slots: number): Trail => {
  const places: Places = new Int32Array(slots).fill(-1);
  /** Three of an entry: a slot, its earlier value and PUT_BACK; or nothing, a place and the step to go on with. */
  const stack: number[] = [];
  const trail: Trail = {
    place: 0,
    places,
    height: () => stack.length,
    save: (slot, value) => {
      stack.push(slot, places[slot] as number, PUT_BACK);
      places[slot] = value;
    },
    fork: (step, place) => {
      stack.push(0, place, step);
    },
    back: (floor) => {
      while (stack.length > floor) {
        const step = stack.pop() as number;
        const second = stack.pop() as number;
        const first = stack.pop() as number;
        if (step === PUT_BACK) places[first] = second;
        else {
          trail.place = second;
          return step;
        }
      }
      return -1;
    },
    drop: (floor) => {
      while (trail.back(floor) >= 0);
    },
    settle: (floor) => {
      const above = stack.splice(floor);
      for (let entry = 0; entry < above.length; entry += 3) {
        if (above[entry + 2] === PUT_BACK)
          stack.push(above[entry] as number, above[entry + 1] as number, PUT_BACK);
      }
    },
    clear: () => {
      stack.length = 0;
      places.fill(-1);
    },
  };
  return trail;
};
