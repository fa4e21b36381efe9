import type { TriedStep } from '@waypost/sdk';

/**
 * Is told each thing that decides a visit, as it is decided. There is none where visits are answered: only a visit that is tried
 * has one, so that what is said of it comes from what answers all others.
 */
export type Tell = (step: TriedStep) => void;

/** The same question, whose answer is told; the question itself where nobody listens. */
export function told<Asked extends unknown[]>(
  tell: Tell | undefined,
  check: 'block_list' | 'owner_list',
  isRefused: (...asked: Asked) => boolean,
): (...asked: Asked) => boolean {
  if (tell === undefined) return isRefused;
  return (...asked) => {
    const is_refused = isRefused(...asked);
    tell({ check, is_refused });
    return is_refused;
  };
}
