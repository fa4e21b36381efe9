import { AppError, errors, type VisitRule } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import type { CodeRule } from './resource.ts';

/**
 * Rules as the visit path takes them.
 * Errors: `invalid_input` 422 at `visit_rules.<n>.…` for a kind that no active plugin declares, and for parameters that
 * do not fit.
 */
export async function fillRules(
  context: Pick<PluginContext, 'visitRules'>,
  rules: readonly CodeRule[],
): Promise<VisitRule[]> {
  const filled: VisitRule[] = [];
  for (const [at, { kind, parameters, action }] of rules.entries()) {
    try {
      filled.push({ kind, action, condition: await context.visitRules.fill(kind, parameters) });
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
      const faults = cause.errors.map(({ path, message }) => ({
        path: `visit_rules.${at}.${path}`,
        message,
      }));
      throw errors.invalidInput.create({}, { cause, errors: faults });
    }
  }
  return filled;
}
