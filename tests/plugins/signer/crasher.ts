import type { Program } from '@waypost/sdk';

/** Ends as soon as it is started. */
export const program: Program = () => process.exit(9);
