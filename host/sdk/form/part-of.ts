import type { Resource } from '@waypost/contract';

/**
 * A resource with only some of its fields, for a form of a part of its row. Rules about these fields are still asked, with
 * the rest of the row as it is stored; a rule whose fault would stand elsewhere is the other form's.
 */
export function partOf<R extends Resource>(
  resource: R,
  only: readonly string[] | undefined,
  row: Readonly<Record<string, unknown>> | undefined,
): R {
  if (only === undefined) return resource;
  const isIn = (path: string) => only.includes(path.split('.')[0] ?? '');
  return {
    ...resource,
    fields: Object.fromEntries(Object.entries(resource.fields).filter(([name]) => isIn(name))),
    rules: resource.rules
      .filter(({ path }) => isIn(path))
      .map((rule) => ({
        ...rule,
        holds: (values: Readonly<Record<string, unknown>>) => rule.holds({ ...row, ...values }),
      })),
  };
}
