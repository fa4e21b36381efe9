import { finerKinds } from './0001-finer-kinds.ts';

/** Numbered 1, 2, 3 …; each runs once. */
export const migrations = [finerKinds];
