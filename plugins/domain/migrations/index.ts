import { unknownInWechat } from './0001-unknown-in-wechat.ts';
import { sparesInWechat } from './0002-spares-in-wechat.ts';
import { largerForwardsFirst } from './0003-larger-forwards-first.ts';

/** Numbered 1, 2, 3 …; each runs once. */
export const migrations = [unknownInWechat, sparesInWechat, largerForwardsFirst];
