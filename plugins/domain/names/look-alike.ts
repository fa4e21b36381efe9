import prototypes from 'unhomoglyph/data.json';

/** confusables.txt of Unicode, 13.0: what a character looks like; decision 0015. */
const PROTOTYPES: ReadonlyMap<string, string> = new Map(Object.entries(prototypes));

/**
 * Whether a label of another script reads, letter by letter, as one of plain Latin letters, such as `аррӏе`, all of it
 * Cyrillic. `ending`: the name's last label; within an ending of the same script nobody takes it for Latin.
 */
export function readsAsLatin(label: string, ending: string): boolean {
  if (/^[\x20-\x7e]*$/.test(label) || !/^[\x20-\x7e]*$/.test(ending)) return false;
  // Latin with marks, such as `bücher`, is what it looks like.
  if (/\p{Script=Latin}/u.test(label)) return false;
  const plain = label.normalize('NFD').replaceAll(/\p{Default_Ignorable_Code_Point}|\p{M}/gu, '');
  const shown = Array.from(plain, (letter) => PROTOTYPES.get(letter) ?? letter).join('');
  return /^[\x20-\x7e]+$/.test(shown);
}
