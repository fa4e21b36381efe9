import {
  defineVisitRuleKind,
  errors,
  fillVisitRule,
  type VisitCondition,
  type VisitRuleKind,
  visitRuleParameters,
} from '@waypost/contract';
import type { Disposer } from '@waypost/sdk';

/** Kinds of visit rules that active plugins declare. */
export interface RuleKinds {
  /** @throws TypeError when it is declared already, or not as `defineVisitRuleKind` asks */
  add(kind: VisitRuleKind): Disposer;
  list(): readonly VisitRuleKind[];
  /** @throws AppError `invalid_input` 422 */
  fill(kind: string, parameters: Readonly<Record<string, unknown>>): VisitCondition;
}

export function createRuleKinds(): RuleKinds {
  const kinds = new Map<string, VisitRuleKind>();
  const invalid = (path: string, message: string) =>
    errors.invalidInput.create({}, { errors: [{ path, message }] });
  return {
    add(declaration) {
      const kind = defineVisitRuleKind(declaration);
      if (kinds.has(kind.name)) throw new TypeError(`rule kind ${kind.name} is declared twice`);
      kinds.set(kind.name, kind);
      return () => {
        if (kinds.get(kind.name) === kind) kinds.delete(kind.name);
      };
    },
    list: () => [...kinds.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    fill(name, parameters) {
      const kind = kinds.get(name);
      if (kind === undefined) throw invalid('kind', 'error.issue.rule_kind_unknown');
      const values = visitRuleParameters(kind).safeParse(parameters);
      if (!values.success) {
        const [first] = values.error.issues;
        throw invalid(['parameters', ...(first?.path ?? [])].join('.'), first?.message ?? 'invalid');
      }
      return fillVisitRule(kind, values.data);
    },
  };
}
