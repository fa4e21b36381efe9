import { spend } from '../work/effort.ts';
import type { Program, Step } from './program.ts';

/** Places of a match: begin and end of the whole, then of each group; -1 where a group takes no part. */
export type Places = Int32Array;

/** Steps that count as one of the effort's, and after how many they are counted. */
const STEPS_A_STEP = 4;
const COUNTED_EVERY = 256;
/** Longest memory of failed steps, in bits, and most of them that are noted one by one. */
const MOST_BITS = 2 ** 28;
const MOST_MARKED = 2 ** 20;

/** A run over one text. Steps that failed at a place are remembered, so that its time grows as the text does. */
export interface Run {
  /** The first match that begins at `from` or later. */
  find(from: number): Places | undefined;
}

/** Prepares a run; each step looks at the clock in time (effort.ts). */
export const runProgram = (program: Program, text: string): Run => {
  const { steps } = program;
  const width = program.states;
  const bits = (text.length + 1) * width;
  const failed = program.isMemorable && bits <= MOST_BITS ? new Uint32Array((bits >> 5) + 1) : undefined;
  /** What was marked, so that the marks of a run that succeeded can be taken back. */
  const marked: number[] = [];
  let hasUnnoted = false;
  const places: Places = new Int32Array(program.slots).fill(-1);
  /** Where to go on when a step fails: step, place, and a slot with its earlier value when it is to be put back. */
  const stack: number[] = [];
  let count = 0;
  let place = 0;

  const at = (place: number, isBackward: boolean): string => {
    if (!program.isUnicode) return text[isBackward ? place - 1 : place] as string;
    if (!isBackward) return String.fromCodePoint(text.codePointAt(place) as number);
    const low = text.charCodeAt(place - 1);
    const isPair = (low & 0xfc00) === 0xdc00 && place > 1 && (text.charCodeAt(place - 2) & 0xfc00) === 0xd800;
    return isPair ? text.slice(place - 2, place) : (text[place - 1] as string);
  };
  const isBoundary = (place: number): boolean => {
    const before = place > 0 && program.isWord(text[place - 1] as string);
    const behind = place < text.length && program.isWord(text[place] as string);
    return before !== behind;
  };
  const save = (slot: number, value: number): void => {
    stack.push(slot, places[slot] as number, PUT_BACK);
    places[slot] = value;
  };
  const isKnownToFail = ({ number, rounds }: Extract<Step, { kind: 'split' }>): boolean => {
    if (failed === undefined) return false;
    let state = number;
    for (let index = 0; index < rounds.length; index += 1) {
      if (places[rounds[index] as number] === place) state += 1 << index;
    }
    const bit = place * width + state;
    const mask = 1 << (bit & 31);
    const word = bit >>> 5;
    if (((failed[word] as number) & mask) !== 0) return true;
    failed[word] = (failed[word] as number) | mask;
    if (marked.length < MOST_MARKED) marked.push(bit);
    else hasUnnoted = true;
    return false;
  };
  const takeBackMarks = (from: number): void => {
    if (failed === undefined) return;
    if (hasUnnoted) {
      failed.fill(0);
      marked.length = 0;
      hasUnnoted = false;
      return;
    }
    for (const bit of marked.splice(from))
      failed[bit >>> 5] = (failed[bit >>> 5] as number) & ~(1 << (bit & 31));
  };
  /** Goes on after a failure. Returns the step, or -1 when nothing is left above `floor`. */
  const backtrack = (floor: number): number => {
    while (stack.length > floor) {
      const step = stack.pop() as number;
      const second = stack.pop() as number;
      const first = stack.pop() as number;
      if (step === PUT_BACK) places[first] = second;
      else {
        place = second;
        return step;
      }
    }
    return -1;
  };
  const refer = (group: number, isBackward: boolean): boolean => {
    const [begin, end] = [places[2 * group] as number, places[2 * group + 1] as number];
    if (begin < 0 || end < 0) return true;
    const length = end - begin;
    const from = isBackward ? place - length : place;
    spend(length / 16);
    if (from < 0 || !isSame(program, text.slice(begin, end), text.slice(from, from + length))) return false;
    place = isBackward ? from : from + length;
    return true;
  };

  /** Follows the steps from `first` at `start`. What is noted stays noted when it succeeds. */
  const follow = (first: number, start: number): boolean => {
    const floor = stack.length;
    const marks = marked.length;
    let next = first;
    place = start;
    while (next >= 0) {
      count += 1;
      if (count % COUNTED_EVERY === 0) spend(COUNTED_EVERY / STEPS_A_STEP);
      const step = steps[next] as Step;
      next += 1;
      let isMet = true;
      switch (step.kind) {
        case 'character': {
          const { isBackward } = step;
          isMet = isBackward ? place > 0 : place < text.length;
          if (!isMet) break;
          const character = at(place, isBackward);
          isMet = step.test(character);
          if (isMet) place += isBackward ? -character.length : character.length;
          break;
        }
        case 'start':
          isMet = place === 0 || (program.isMultiline && LINE_END.test(text[place - 1] as string));
          break;
        case 'end':
          isMet = place === text.length || (program.isMultiline && LINE_END.test(text[place] as string));
          break;
        case 'boundary':
        case 'inside':
          isMet = isBoundary(place) === (step.kind === 'boundary');
          break;
        case 'split':
          isMet = !isKnownToFail(step);
          if (isMet) {
            stack.push(0, place, step.second);
            next = step.first;
          }
          break;
        case 'jump':
          next = step.to;
          break;
        case 'save':
        case 'round':
          save(step.slot, place);
          break;
        case 'progress':
          isMet = places[step.slot] !== place;
          break;
        case 'forget':
          for (let slot = 2 * step.from; slot <= 2 * step.to + 1; slot += 1) save(slot, -1);
          break;
        case 'look':
          isMet = look(next, step.isNegative);
          next = step.to;
          break;
        case 'reference':
          isMet = refer(step.group, step.isBackward);
          break;
        case 'done':
          takeBackMarks(marks);
          return true;
      }
      if (!isMet) next = backtrack(floor);
    }
    return false;
  };
  const look = (first: number, isNegative: boolean): boolean => {
    const here = place;
    const floor = stack.length;
    const found = follow(first, here);
    place = here;
    if (!found || isNegative) {
      // Nothing noted in a condition that is not to be met stays.
      while (stack.length > floor) backtrackNotes();
      return found !== isNegative;
    }
    keepNotes(floor);
    return true;
  };
  /** Drops one entry of the stack, putting back what it noted. */
  const backtrackNotes = (): void => {
    const step = stack.pop() as number;
    const second = stack.pop() as number;
    const first = stack.pop() as number;
    if (step === PUT_BACK) places[first] = second;
  };
  /** A condition that was met is not tried another way, but what it noted is put back when what follows fails. */
  const keepNotes = (floor: number): void => {
    const above = stack.splice(floor);
    for (let entry = 0; entry < above.length; entry += 3) {
      if (above[entry + 2] === PUT_BACK)
        stack.push(above[entry] as number, above[entry + 1] as number, PUT_BACK);
    }
  };

  return {
    find: (from) => {
      for (let start = from; start <= text.length; start += 1) {
        const isWithinPair =
          program.isUnicode && start > from && (text.charCodeAt(start) & 0xfc00) === 0xdc00
            ? (text.charCodeAt(start - 1) & 0xfc00) === 0xd800
            : false;
        if (isWithinPair) continue;
        if (!follow(0, start)) continue;
        const found = places.slice(0, 2 * (program.groups + 1));
        stack.length = 0;
        places.fill(-1);
        return found;
      }
      return undefined;
    },
  };
};

const PUT_BACK = -2;
const LINE_END = /[\n\r\u2028\u2029]/;

const isSame = (program: Program, one: string, other: string): boolean =>
  one === other || (program.ignoresCase && foldCase(one) === foldCase(other));

const foldCase = (text: string): string => text.toUpperCase();
