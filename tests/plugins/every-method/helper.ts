import type { Program } from '@waypost/sdk';

/** Answers what it is asked. */
export const program: Program = () => ({ answers: { echo: (given) => given } });
