import { unknownInWechat } from './0001-unknown-in-wechat.ts';

/** Numbered 1, 2, 3 …; each runs once. */
export const migrations = [unknownInWechat];
