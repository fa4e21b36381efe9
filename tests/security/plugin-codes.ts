import { z } from 'zod';

/** What a plugin says of codes of the second factor: `testing/calls-without-code.ts` in its folder. */
export interface PluginCodes {
  /** Rights of accounts, roles, keys, mail, settings and money: a call on one of these asks for a code, or stands in `without`. */
  subjects: RegExp;
  /** Areas with calls without a right that are the person's own, or of strangers with an account. */
  own?: readonly string[];
  /** Calls that ask for no code, each with the reason. */
  without: Readonly<Record<string, string>>;
}

/** One reason for several calls. */
export function because(reason: string, paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, reason]));
}

/** As far as it can be said of a module that was found by its name; its own type says the rest. */
export const zPluginCodes = z.custom<PluginCodes>(
  (value) =>
    z.object({ subjects: z.instanceof(RegExp), without: z.record(z.string(), z.string()) }).safeParse(value)
      .success,
);
