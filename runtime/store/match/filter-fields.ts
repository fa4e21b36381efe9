import { type Document, isDocument } from '../value/index.ts';

/** Top-level fields that a filter looks at, each once; undefined: that cannot be told, and it may be any of them. */
export const filterFields = (filter: Document): string[] | undefined => {
  const names = new Set<string>();
  for (const [name, condition] of filter) {
    if (!name.startsWith('$')) {
      names.add(name.split('.')[0] as string);
      continue;
    }
    if (!JOINING.has(name) || !Array.isArray(condition)) return undefined;
    for (const branch of condition) {
      const inner = isDocument(branch) ? filterFields(branch) : undefined;
      if (inner === undefined) return undefined;
      for (const one of inner) names.add(one);
    }
  }
  return [...names];
};

const JOINING = new Set(['$and', '$or', '$nor']);
