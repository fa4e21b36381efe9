/** Letters of a choice that still stands beside others in a row of 300 px; one of Chinese is as wide as two. */
const LONGEST_WORD = 24;
/** Letters for which a row of 300 px has room, and how many of them the frame of each choice takes. */
const ROW = { letters: 46, frame: 5 };
/** Choices that are short words when there are more: they stand in rows. */
const MOST_IN_COLUMN = 3;

function lengthOf(text: string): number {
  return text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0);
}

/** Whether a choice reads as a sentence: such ones stand below each other, or a row of buttons breaks in the middle of them. */
export function isSentence(text: string): boolean {
  return lengthOf(text) > LONGEST_WORD;
}

/** Whether choices stand below each other: one of them is a sentence, or two or three do not fit beside each other on a phone. */
export function isColumn(texts: readonly string[]): boolean {
  const isTooWide = lengthOf(texts.join('')) + ROW.frame * texts.length > ROW.letters;
  return (isTooWide && texts.length <= MOST_IN_COLUMN) || texts.some(isSentence);
}
