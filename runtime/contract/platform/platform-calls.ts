import type { menuTree } from './menu.ts';
import type { messageInquire, readAllMessages, updateNotifyStatus } from './messages.ts';
import type { paletteInquire } from './palette.ts';
import type { login, logout, profile, register, securityChallenge } from './session.ts';
import type { languageInquire, languageWords, websiteInfo } from './site.ts';
import type { payConfigInquire, urlKeyPlatformInquire } from './start-answers.ts';

type Definition =
  | typeof menuTree
  | typeof messageInquire
  | typeof readAllMessages
  | typeof updateNotifyStatus
  | typeof paletteInquire
  | typeof login
  | typeof logout
  | typeof profile
  | typeof register
  | typeof securityChallenge
  | typeof languageInquire
  | typeof languageWords
  | typeof websiteInfo
  | typeof payConfigInquire
  | typeof urlKeyPlatformInquire;

/** The calls that the shell makes, by `area/call`: types only, so that the login page loads no schema. */
export type PlatformCalls = {
  [D in Definition as `${D['area']}/${D['call']}`]: D;
};
export type PlatformCall = keyof PlatformCalls;
