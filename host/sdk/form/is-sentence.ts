/** Letters of a choice that still stands beside others in a row of 300 px; one of Chinese is as wide as two. */
const LONGEST_WORD = 24;

/** Whether a choice reads as a sentence: such ones stand below each other, or a row of buttons breaks in the middle of them. */
export function isSentence(text: string): boolean {
  const wide = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return text.length + wide > LONGEST_WORD;
}
