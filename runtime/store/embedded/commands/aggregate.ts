import { StoreError } from '../errors.ts';
import type { CommandContext, Reply } from '../server/context.ts';

/** `aggregate` */
export const aggregate = (_context: CommandContext): Reply => {
  throw new StoreError(59, 'aggregate');
};
