import { AppError, errors, type Issue, type VisitRule, zVisitRules } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import type { CodeRule } from '../screens/qr_code_list/resource.ts';
import { mayLead } from './leading-kinds.ts';
import type { StoredCode } from './link.ts';
import { ruleFaults } from './rule-faults.ts';

/**
 * Rules as the visit path takes them.
 * @param before the code as it is stored: a rule of it whose kind is away just now stays as it was published
 * Errors: `invalid_input` 422 at `visit_rules.<n>.…`, all faults at once, for other kinds that no active plugin declares
 * and for parameters that do not fit; at `visit_rules` when all of them together hold more values than a visit may look at.
 */
export async function fillRules(
  context: Pick<PluginContext, 'visitRules'>,
  rules: readonly CodeRule[],
  before?: Pick<StoredCode, 'visit_rules' | 'published_rules'> | null,
): Promise<VisitRule[]> {
  const kinds = (await context.visitRules.kinds()).map((kind) => ({ ...kind, may_lead: mayLead(kind) }));
  const faults = ruleFaults(rules, kinds).map(
    ({ path, message }): Issue => ({
      path: ['visit_rules', ...path].join('.'),
      message: message === 'required' ? 'error.issue.required' : message,
    }),
  );
  if (faults.length > 0) throw errors.invalidInput.create({}, { errors: faults });
  const filled: VisitRule[] = [];
  for (const [at, { kind, parameters, action }] of rules.entries()) {
    const isKnown = kinds.some(({ name }) => name === kind);
    const kept = isKnown ? undefined : publishedBefore(before, { kind, parameters });
    const condition = kept?.condition ?? (await fillRule(context, at, { kind, parameters }));
    filled.push({ kind, action, condition });
  }
  if (!zVisitRules.safeParse(filled).success)
    throw errors.invalidInput.create(
      {},
      { errors: [{ path: 'visit_rules', message: 'error.issue.visit_condition_size' }] },
    );
  return filled;
}

async function fillRule(
  context: Pick<PluginContext, 'visitRules'>,
  at: number,
  { kind, parameters }: Pick<CodeRule, 'kind' | 'parameters'>,
): Promise<VisitRule['condition']> {
  try {
    return await context.visitRules.fill(kind, parameters);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    const faults = cause.errors.map(({ path, message }) => ({ path: `visit_rules.${at}.${path}`, message }));
    throw errors.invalidInput.create({}, { cause, errors: faults });
  }
}

/** What was published of the same rule, wherever it stood. Both lists run alike. */
function publishedBefore(
  before: Pick<StoredCode, 'visit_rules' | 'published_rules'> | null | undefined,
  rule: Pick<CodeRule, 'kind' | 'parameters'>,
): VisitRule | undefined {
  const at = before?.visit_rules?.findIndex(
    ({ kind, parameters }) => kind === rule.kind && Bun.deepEquals(parameters, rule.parameters),
  );
  return at === undefined ? undefined : before?.published_rules?.[at];
}
