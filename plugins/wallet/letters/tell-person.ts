import { type Letter, type PluginContext, type SiteMessage, tellNow, writeLetter } from '@waypost/sdk';
import { WORDS } from './words.ts';

/**
 * Tells somebody of their money: into the inbox, and as a letter where there is an address; once for each occasion.
 * @returns false: so much is told at once, it is told later
 */
export async function tellPerson(
  context: PluginContext,
  { plain, ...letter }: Letter & Pick<SiteMessage, 'plain'>,
): Promise<boolean> {
  const { account, words, params, occasion, screen } = letter;
  const isTold = await tellNow(context, {
    to: { accounts: [account] },
    words,
    params,
    occasion,
    screen,
    plain,
  });
  if (isTold) await writeLetter(context, WORDS, letter);
  return isTold;
}
