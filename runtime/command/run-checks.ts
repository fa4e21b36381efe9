/** One thing that is looked at. */
export interface Check<Context> {
  name: string;
  /** Checks without whose success this one may be unable to say anything; they come before it. */
  needs?: readonly string[];
  /** A throw: it could not be looked at; the message says why. */
  look(context: Context): Promise<Finding>;
}

export interface Finding {
  isFine: boolean;
  /** It works, and somebody should still see to it. */
  isWarning?: boolean;
  found: string;
  /** Figures for `--json`. */
  figures?: unknown;
}

export interface CheckResult extends Finding {
  name: string;
  /** It could not be looked at because of faults that these checks tell. */
  causes?: readonly string[];
}

/**
 * Looks at one after another. A fault is told by the check that meets it first: those that cannot be carried out because
 * of it name that check instead of saying the same again.
 */
export async function runChecks<Context>(
  checks: readonly Check<Context>[],
  context: Context,
): Promise<CheckResult[]> {
  const results = new Map<string, CheckResult & { isBlocked?: boolean }>();
  for (const { name, needs = [], look } of checks) {
    const needed = needs.flatMap((need) => results.get(need) ?? []);
    const causesOf = (faults: CheckResult[]) => [
      ...new Set(faults.flatMap((fault) => fault.causes ?? [fault.name])),
    ];
    const notChecked = (faults: CheckResult[]) => {
      const causes = causesOf(faults);
      results.set(name, {
        name,
        isFine: false,
        isBlocked: true,
        causes,
        found: `not checked because of ${causes.join(', ')}`,
      });
    };
    const blocked = needed.filter(({ isBlocked }) => isBlocked);
    if (blocked.length > 0) {
      notChecked(blocked);
      continue;
    }
    try {
      results.set(name, { name, ...(await look(context)) });
    } catch (error) {
      const faults = needed.filter(({ isFine }) => !isFine);
      if (faults.length > 0) notChecked(faults);
      else {
        const found = error instanceof Error ? error.message : String(error);
        results.set(name, { name, isFine: false, isBlocked: true, found });
      }
    }
  }
  return [...results.values()].map(({ isBlocked: _, ...result }) => result);
}

/** A line for each check that was carried out, and one for each fault that kept others from it. */
export function checkLines(results: readonly CheckResult[]): string[] {
  const lines = results
    .filter(({ causes }) => causes === undefined)
    .map(
      ({ name, isFine, isWarning, found }) =>
        `${isFine ? (isWarning ? 'warn' : 'ok  ') : 'FAIL'} ${name}: ${found}`,
    );
  const skipped = Map.groupBy(
    results.filter(({ causes }) => causes !== undefined),
    ({ found }) => found,
  );
  for (const [why, those] of skipped) lines.push(`skip ${those.map(({ name }) => name).join(', ')}: ${why}`);
  return lines;
}
