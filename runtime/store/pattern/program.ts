import { StoreError } from '../value/errors.ts';
import { type CharacterTest, characterTests } from './character.ts';
import type { Pattern, PatternNode } from './tree.ts';

/** One step of a program; `next` of most is the step that follows. */
export type Step =
  | { kind: 'character'; test: CharacterTest; isBackward: boolean }
  | { kind: 'start' | 'end' | 'boundary' | 'inside' }
  /**
   * Goes on at `first`; if that fails, at `second`. What follows depends on the place and on which of the `rounds`
   * around it have taken nothing yet: each such state has a number, from `number` on.
   */
  | { kind: 'split'; first: number; second: number; number: number; rounds: readonly number[] }
  | { kind: 'jump'; to: number }
  /** Notes the place as an end of a group: 2 × its number, one more for the end. */
  | { kind: 'save'; slot: number }
  /** Forgets the groups from `from` to `to`: another round begins. */
  | { kind: 'forget'; from: number; to: number }
  /** A round that has taken nothing is none; `slot` notes where it began. */
  | { kind: 'round'; slot: number }
  | { kind: 'progress'; slot: number }
  | { kind: 'look'; isNegative: boolean; to: number }
  | { kind: 'reference'; group: number; isBackward: boolean }
  | { kind: 'done' };

/** A pattern as steps. */
export interface Program {
  steps: Step[];
  groups: number;
  /** Places that are noted: two a group, and where rounds began. */
  slots: number;
  /** States of splits. */
  states: number;
  /** Whether a step that failed at a place fails there whenever it is tried again. */
  isMemorable: boolean;
  isUnicode: boolean;
  /** Whether `^` and `$` stand for the ends of lines as well. */
  isMultiline: boolean;
  ignoresCase: boolean;
  isWord: CharacterTest;
}

/** PCRE refuses what takes more than 64 KiB when compiled. */
const MOST_STEPS = 20_000;

interface Builder {
  pattern: Pattern;
  steps: Step[];
  slots: number;
  states: number;
  /** Where the rounds that are being built began. */
  rounds: readonly number[];
  isMemorable: boolean;
  testOf: (source: string) => CharacterTest;
}

/** `flags`: i, m, s and u of the RegExp. @throws StoreError 51091 when it would be too large. */
export const buildProgram = (pattern: Pattern, flags: string): Program => {
  const testOf = characterTests(flags);
  const builder: Builder = {
    pattern,
    steps: [],
    slots: 2 * (pattern.groups + 1),
    testOf,
    states: 0,
    rounds: [],
    isMemorable: true,
  };
  emit(builder, { kind: 'save', slot: 0 });
  build(builder, pattern.root, false);
  emit(builder, { kind: 'save', slot: 1 });
  emit(builder, { kind: 'done' });
  const { steps, slots, states, isMemorable } = builder;
  return {
    steps,
    slots,
    states,
    groups: pattern.groups,
    isMemorable: isMemorable && !pattern.hasReferences,
    isUnicode: flags.includes('u'),
    isMultiline: flags.includes('m'),
    ignoresCase: flags.includes('i'),
    isWord: testOf('\\w'),
  };
};

const emit = (builder: Builder, step: Step): number => {
  if (builder.steps.length >= MOST_STEPS)
    throw new StoreError(51091, 'Regular expression is invalid: regular expression is too large');
  return builder.steps.push(step) - 1;
};

const build = (builder: Builder, node: PatternNode, isBackward: boolean): void => {
  switch (node.kind) {
    case 'character':
      emit(builder, { kind: 'character', test: builder.testOf(node.source), isBackward });
      return;
    case 'sequence':
      for (const part of isBackward ? [...node.parts].reverse() : node.parts)
        build(builder, part, isBackward);
      return;
    case 'choice':
      buildChoice(builder, node.parts, isBackward);
      return;
    case 'group':
      emit(builder, { kind: 'save', slot: 2 * node.number + (isBackward ? 1 : 0) });
      build(builder, node.body, isBackward);
      emit(builder, { kind: 'save', slot: 2 * node.number + (isBackward ? 0 : 1) });
      return;
    case 'look': {
      const look = { kind: 'look' as const, isNegative: node.isNegative, to: 0 };
      emit(builder, look);
      build(builder, node.body, node.isBehind);
      look.to = emit(builder, { kind: 'done' }) + 1;
      return;
    }
    case 'repeat':
      buildRepeat(builder, node, isBackward);
      return;
    case 'reference': {
      const group =
        typeof node.group === 'number' ? node.group : (builder.pattern.names.get(node.group) ?? 0);
      emit(builder, { kind: 'reference', group, isBackward });
      return;
    }
    default:
      emit(builder, { kind: node.kind });
  }
};

/** Rounds within rounds that may all take nothing: beyond so many, failures are not remembered. */
const MOST_ROUNDS = 4;

const split = (builder: Builder): Extract<Step, { kind: 'split' }> => {
  const { rounds } = builder;
  const step = { kind: 'split' as const, first: 0, second: 0, number: builder.states, rounds };
  if (rounds.length > MOST_ROUNDS) builder.isMemorable = false;
  else builder.states += 2 ** rounds.length;
  emit(builder, step);
  return step;
};

const buildChoice = (builder: Builder, parts: readonly PatternNode[], isBackward: boolean): void => {
  const jumps: Extract<Step, { kind: 'jump' }>[] = [];
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const choice = isLast ? undefined : split(builder);
    if (choice !== undefined) choice.first = builder.steps.length;
    build(builder, part, isBackward);
    if (choice === undefined) continue;
    const jump = { kind: 'jump' as const, to: 0 };
    emit(builder, jump);
    jumps.push(jump);
    choice.second = builder.steps.length;
  }
  for (const jump of jumps) jump.to = builder.steps.length;
};

type Repeat = Extract<PatternNode, { kind: 'repeat' }>;

const buildRepeat = (builder: Builder, node: Repeat, isBackward: boolean): void => {
  for (let count = 0; count < node.least; count += 1) buildRound(builder, node, isBackward);
  if (node.most === Number.POSITIVE_INFINITY) {
    const loop = builder.steps.length;
    const choice = split(builder);
    const begin = builder.steps.length;
    buildOptionalRound(builder, node, isBackward);
    emit(builder, { kind: 'jump', to: loop });
    decide(choice, node.isLazy, begin, builder.steps.length);
    return;
  }
  const choices: [Extract<Step, { kind: 'split' }>, number][] = [];
  for (let count = node.least; count < node.most; count += 1) {
    const choice = split(builder);
    choices.push([choice, builder.steps.length]);
    buildOptionalRound(builder, node, isBackward);
  }
  for (const [choice, begin] of choices) decide(choice, node.isLazy, begin, builder.steps.length);
};

const decide = (
  choice: Extract<Step, { kind: 'split' }>,
  isLazy: boolean,
  begin: number,
  end: number,
): void => {
  choice.first = isLazy ? end : begin;
  choice.second = isLazy ? begin : end;
};

const buildRound = (builder: Builder, { body }: Repeat, isBackward: boolean): void => {
  const numbers = groupsIn(body);
  if (numbers.length > 0)
    emit(builder, { kind: 'forget', from: Math.min(...numbers), to: Math.max(...numbers) });
  build(builder, body, isBackward);
};

/** A round beyond the least number must take something. */
const buildOptionalRound = (builder: Builder, node: Repeat, isBackward: boolean): void => {
  if (!canBeEmpty(node.body)) {
    buildRound(builder, node, isBackward);
    return;
  }
  const slot = builder.slots;
  builder.slots += 1;
  emit(builder, { kind: 'round', slot });
  const { rounds } = builder;
  builder.rounds = [...rounds, slot];
  buildRound(builder, node, isBackward);
  builder.rounds = rounds;
  emit(builder, { kind: 'progress', slot });
};

const canBeEmpty = (node: PatternNode): boolean => {
  if (node.kind === 'character') return false;
  if (node.kind === 'sequence') return node.parts.every(canBeEmpty);
  if (node.kind === 'choice') return node.parts.some(canBeEmpty);
  if (node.kind === 'group') return canBeEmpty(node.body);
  return node.kind !== 'repeat' || node.least === 0 || canBeEmpty(node.body);
};

const groupsIn = (node: PatternNode): number[] => {
  if (node.kind === 'sequence' || node.kind === 'choice') return node.parts.flatMap(groupsIn);
  const inner = 'body' in node ? groupsIn(node.body) : [];
  return node.kind === 'group' ? [node.number, ...inner] : inner;
};
