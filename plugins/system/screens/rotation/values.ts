import { RotationJump } from '@waypost/contract';
import { isScreenName, isWebAddress } from '../../content/values.ts';

export type RotationJumpType = (typeof RotationJump)[keyof typeof RotationJump];

/** What a custom jump may do: open a text beside the page, put words on the clipboard. */
export const CUSTOM_ACTIONS = ['text', 'copy'] as const;
export type CustomAction = { action: (typeof CUSTOM_ACTIONS)[number]; about: string };

const CUSTOM = /^(text):([0-9a-f]{24})$|^(copy):(\S(?:.{0,198}\S)?)$/u;

/** What the address of a custom jump asks for; undefined: nothing that there is. */
export function customAction(address: string): CustomAction | undefined {
  const [, text, id, copy, words] = CUSTOM.exec(address) ?? [];
  if (text === 'text' && id !== undefined) return { action: 'text', about: id };
  if (copy === 'copy' && words !== undefined) return { action: 'copy', about: words };
  return undefined;
}

/** Whether somebody gets anywhere by the address of a jump. */
export function leadsSomewhere(address: string, type: unknown): boolean {
  if (type === RotationJump.screen) return isScreenName(address);
  if (type === RotationJump.custom) return customAction(address) !== undefined;
  return isWebAddress(address);
}
