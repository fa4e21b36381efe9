import { timingSafeEqual } from 'node:crypto';
import { drawText, type PluginContext, type Random } from '@waypost/sdk';

/** No 0, O, 1, I, L: people read it from paper, and capitals are typed as they come. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** 31^10 is more than 8 * 10^14: with ten tries a minute for each account nobody finds one. */
export const CLAIM_CODE_LENGTH = 10;
const BLOCK = 5;

/** A code that is printed beside a picture: whoever has it may make the picture theirs. In blocks of five: `ABCDE-23456`. */
export function newClaimCode(random: Random): string {
  const code = drawText(random, ALPHABET, CLAIM_CODE_LENGTH);
  return `${code.slice(0, BLOCK)}-${code.slice(BLOCK)}`;
}

/** As it is compared: blanks and hyphens make it readable, and small letters are what phones type. */
const readClaimCode = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

/** Where the claim code of a code is kept: nowhere else does it open. */
const placeOf = (id: string) => `print_batch/${id}/claim`;

export const sealClaimCode = (context: PluginContext, id: string, claimCode: string): Promise<string> =>
  context.secrets.seal(placeOf(id), claimCode);

/** The claim code of a stored code; empty where it has none, or another one's was written there. */
export async function openClaimCode(
  context: PluginContext,
  { _id, claim_secret }: { _id: unknown; claim_secret?: string },
): Promise<string> {
  if (!claim_secret) return '';
  return (await context.secrets.open(placeOf(String(_id)), claim_secret)) ?? '';
}

/** Whether what was typed is the claim code of a stored code, told in the same time however much of it is right. */
export async function isClaimCode(
  context: PluginContext,
  code: { _id: unknown; claim_secret?: string },
  typed: string,
): Promise<boolean> {
  const right = Buffer.from(readClaimCode(await openClaimCode(context, code)));
  const given = Buffer.from(readClaimCode(typed));
  return right.length === CLAIM_CODE_LENGTH && given.length === right.length && timingSafeEqual(given, right);
}
