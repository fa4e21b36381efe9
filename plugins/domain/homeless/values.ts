/**
 * Why visits of a code cannot rest on a domain; the words are `domain.homeless.reason.<reason>`.
 *
 * - `missing`: its owner has no such domain, and nobody else has
 * - `foreign`: somebody else has it: it works for as long as they let it
 * - `blocked`: a policy of others blocks it, or the registry holds it back
 * - `failing`: visits do not arrive, as watching believes
 * - `unproved`: the record that proves it is gone
 * - `expired`: its registration or its certificate has ended
 */
export const HOMELESS_REASONS = ['missing', 'foreign', 'blocked', 'failing', 'unproved', 'expired'] as const;
export type HomelessReason = (typeof HOMELESS_REASONS)[number];

/** What becomes of a printed picture when its code is put elsewhere; the words are `domain.homeless.print.<print>`. */
export const PRINT_FATES = ['same', 'keeps', 'stops'] as const;
export type PrintFate = (typeof PRINT_FATES)[number];
