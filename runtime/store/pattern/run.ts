import { spend } from '../work/effort.ts';
import { createFailedSteps } from './failed-steps.ts';
import type { Program, Step } from './program.ts';
import { createTrail, type Places } from './trail.ts';

/** Steps that count as one of the effort's, and after how many they are counted. */
const STEPS_A_STEP = 4;
const COUNTED_EVERY = 256;

/** A run over one text. Steps that failed at a place are remembered, so that its time grows as the text does. */
export interface Run {
  /** The first match that begins at `from` or later. */
  find(from: number): Places | undefined;
}

/** Prepares a run; each step looks at the clock in time (effort.ts). */
export const runProgram = (program: Program, text: string): Run => {
  const trail = createTrail(program.slots);
  const follow = createFollower(program, text, trail);
  return {
    find: (from) => {
      for (let start = from; start <= text.length; start += 1) {
        if (program.isUnicode && start > from && isWithinPair(text, start)) continue;
        if (!follow(0, start)) continue;
        const found = trail.places.slice(0, 2 * (program.groups + 1));
        trail.clear();
        return found;
      }
      return undefined;
    },
  };
};

/** Follows the steps from `first` at `start`. What is noted on the trail stays noted when it succeeds. */
type Follow = (first: number, start: number) => boolean;

const createFollower = (program: Program, text: string, trail: ReturnType<typeof createTrail>): Follow => {
  const { steps } = program;
  const { places } = trail;
  const failed = createFailedSteps(program, text.length);
  let count = 0;
  let place = 0;

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
  const look = (first: number, isNegative: boolean): boolean => {
    const here = place;
    const floor = trail.height();
    const found = follow(first, here);
    place = here;
    if (!found || isNegative) {
      // Nothing noted in a condition that is not to be met stays.
      trail.drop(floor);
      return found !== isNegative;
    }
    // A condition that was met is not tried another way.
    trail.settle(floor);
    return true;
  };
  const follow: Follow = (first, start) => {
    const floor = trail.height();
    const marks = failed.count();
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
          const character = program.isUnicode
            ? characterAt(text, place, isBackward)
            : (text[isBackward ? place - 1 : place] as string);
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
          isMet = isBoundary(program, text, place) === (step.kind === 'boundary');
          break;
        case 'split':
          isMet = !failed.has(step, place, places);
          if (isMet) {
            trail.fork(step.second, place);
            next = step.first;
          }
          break;
        case 'jump':
          next = step.to;
          break;
        case 'save':
        case 'round':
          trail.save(step.slot, place);
          break;
        case 'progress':
          isMet = places[step.slot] !== place;
          break;
        case 'forget':
          for (let slot = 2 * step.from; slot <= 2 * step.to + 1; slot += 1) trail.save(slot, -1);
          break;
        case 'look':
          isMet = look(next, step.isNegative);
          next = step.to;
          break;
        case 'reference':
          isMet = refer(step.group, step.isBackward);
          break;
        case 'done':
          failed.takeBack(marks);
          return true;
      }
      if (!isMet) {
        next = trail.back(floor);
        place = trail.place;
      }
    }
    return false;
  };
  return follow;
};

const LINE_END = /[\n\r\u2028\u2029]/;

/** The character of one or two units that begins at a place, or ends there. */
const characterAt = (text: string, place: number, isBackward: boolean): string => {
  if (!isBackward) return String.fromCodePoint(text.codePointAt(place) as number);
  return place > 1 && isWithinPair(text, place - 1)
    ? text.slice(place - 2, place)
    : (text[place - 1] as string);
};

/** Whether the unit at the place is the second half of a character. */
const isWithinPair = (text: string, place: number): boolean =>
  (text.charCodeAt(place) & 0xfc00) === 0xdc00 && (text.charCodeAt(place - 1) & 0xfc00) === 0xd800;

const isBoundary = (program: Program, text: string, place: number): boolean => {
  const before = place > 0 && program.isWord(text[place - 1] as string);
  const behind = place < text.length && program.isWord(text[place] as string);
  return before !== behind;
};

const isSame = (program: Program, one: string, other: string): boolean =>
  one === other || (program.ignoresCase && foldCase(one) === foldCase(other));

const foldCase = (text: string): string => text.toUpperCase();
