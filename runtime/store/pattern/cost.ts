import type { PatternNode } from './tree.ts';

/** More repetitions than this count as endless. */
const FEW = 16;

/**
 * How the time of an engine that tries one way after the other may grow with the length of the text: as its power of
 * this number, for one place to begin at. Infinity: it may double with each character.
 */
export const growthOf = (node: PatternNode): number => {
  switch (node.kind) {
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + growthOf(part), 0);
    case 'choice':
      return Math.max(...node.parts.map(growthOf));
    case 'group':
    case 'look':
      return growthOf(node.body);
    case 'repeat':
      return growthOfRepeat(node);
    case 'reference':
      return 1;
    default:
      return 0;
  }
};

const growthOfRepeat = ({ body, most }: Extract<PatternNode, { kind: 'repeat' }>): number => {
  const inner = growthOf(body);
  if (most <= 1) return inner;
  // Few repetitions of few ways are still few; a repetition of what repeats, or of a choice, may be anything.
  if (most <= FEW) return isPlain(body) ? inner : inner * most + 1;
  return isPlain(body) ? 1 : Number.POSITIVE_INFINITY;
};

/** Whether there is only one way to match it at a place. */
const isPlain = (node: PatternNode): boolean => {
  switch (node.kind) {
    case 'choice':
    case 'repeat':
    case 'reference':
      return false;
    case 'sequence':
      return node.parts.every(isPlain);
    case 'group':
    case 'look':
      return isPlain(node.body);
    default:
      return true;
  }
};

/** Whether it can only match at the beginning of the text. */
export const isAnchored = (node: PatternNode): boolean => {
  if (node.kind === 'start') return true;
  if (node.kind === 'sequence') return node.parts[0] !== undefined && isAnchored(node.parts[0]);
  if (node.kind === 'group') return isAnchored(node.body);
  return node.kind === 'choice' && node.parts.every(isAnchored);
};

/** Number of nodes: how much is looked at for each character. */
export const sizeOf = (node: PatternNode): number => {
  if (node.kind === 'sequence' || node.kind === 'choice')
    return node.parts.reduce((sum, part) => sum + sizeOf(part), 1);
  if (node.kind === 'repeat') return 1 + sizeOf(node.body) * Math.min(Math.max(node.least, 1), FEW);
  return 'body' in node ? 1 + sizeOf(node.body) : 1;
};
