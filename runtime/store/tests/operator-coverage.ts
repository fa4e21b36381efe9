import { type OperatorKind, operatorNames } from './operator-names.ts';
import { noteOperators } from './operators-used.ts';
import { readCases } from './read-cases.ts';

/** How many cases there are for one operator. */
export interface OperatorCoverage {
  kind: OperatorKind;
  name: string;
  cases: number;
}

/** The engine's own operators, each with the number of cases that use it in its place. */
export const operatorCoverage = (): OperatorCoverage[] => {
  const counts = new Map<string, number>();
  for (const one of [...readCases().values()].flat()) {
    const met = new Set<string>();
    noteOperators(one, (kind, name) => met.add(`${kind} ${name}`));
    for (const key of met) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Object.entries(operatorNames()).flatMap(([kind, names]) =>
    names.map((name) => ({ kind: kind as OperatorKind, name, cases: counts.get(`${kind} ${name}`) ?? 0 })),
  );
};
