import { normaliseAccount } from '@waypost/contract';
import prototypes from 'unhomoglyph/data.json';

/** confusables.txt of Unicode, 13.0: what a character looks like. Keys are single characters. */
const PROTOTYPES: ReadonlyMap<string, string> = new Map(Object.entries(prototypes));

/**
 * What an account's name looks like: two names with one skeleton cannot be told apart by eye. Unicode Technical Standard
 * 39, section 4, over the name as it is kept, with case folded before and after, because names are compared without it.
 */
export function skeletonOf(account: string): string {
  // Upper case first: ς and σ, ß and ss fold into one.
  const folded = normaliseAccount(account).toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  const plain = folded.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const shown = Array.from(plain, (character) => PROTOTYPES.get(character) ?? character).join('');
  return shown.normalize('NFD').toLowerCase();
}
