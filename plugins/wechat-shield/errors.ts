import { defineError } from '@waypost/contract';

/** Errors of this plugin; the words are `error.<code>`. */
export const shieldErrors = {
  /** Nobody is there who could be asked. */
  noProvider: defineError({ code: 'wechat-shield.no_provider', status: 409, params: [] }),
  /** The checks of the day are used up. */
  checksUsed: defineError({ code: 'wechat-shield.checks_used', status: 429, params: ['most'] }),
  /** The block is over: there is nothing to freeze or to lift any more. */
  pushOver: defineError({ code: 'wechat-shield.push_over', status: 409, params: ['name'] }),
  /** Nobody is chosen who could be told. */
  nobodyToTell: defineError({ code: 'wechat-shield.nobody_to_tell', status: 409, params: [] }),
} as const;
