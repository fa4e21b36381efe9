import { NUMBERED, TAKEN, UNIQUE } from './untied-sorts.ts';

/** `.sort({ … })`, `sort: { … }` of a query, and `$sort: { … }`; of an object type the names have no direction behind them. */
const SORT = /(?:\.sort\(\s*|\$sort: |\bsort: )\{([^{}]*)\}/g;
const FIELD = /^(\w+): *(-?)(?:1|\w+( === .*)?)$/s;
/** Where the product asks a database: the store itself sorts by whatever it is asked. */
const ASKING = /^(?:runtime|plugins)\/(?!store\/).*(?<!\.test)\.ts$/;

/** A sort whose rows may have equal values in all of its fields: pages would repeat and lose rows, and lists would jump. */
export interface OpenSort {
  line: number;
  /** As `untied-sorts.ts` names it: its fields, joined by a comma, with `-` before those from the largest on. */
  fields: string;
}

/** The sorts of a source that do not end in `_id`. */
export function sortsWithoutId(text: string): OpenSort[] {
  const found: OpenSort[] = [];
  for (const match of text.matchAll(SORT)) {
    const parts = (match[1] ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
    const fields = parts.map((part) => FIELD.exec(part));
    // Types, resources and what is put together elsewhere.
    if (fields.length === 0 || fields.includes(null) || fields.at(-1)?.[1] === '_id') continue;
    const names = fields.map((field) => `${field?.[2]}${field?.[1]}`);
    found.push({ line: text.slice(0, match.index).split('\n').length, fields: names.join(',') });
  }
  return found;
}

/** What is wrong with the sorts of a file of the product. */
export function sortFaults(file: string, text: string): string[] {
  if (!ASKING.test(file)) return [];
  const known = [...UNIQUE, ...TAKEN].flatMap(([, sorts]) => sorts);
  const found = sortsWithoutId(text);
  const open = found.filter(
    ({ fields }) =>
      !known.some(([path, named]) => path === file && named === fields) &&
      !NUMBERED.some((field) => fields.split(',').at(-1)?.replace('-', '') === field),
  );
  const stale = known.filter(
    ([path, named]) => path === file && !found.some(({ fields }) => fields === named),
  );
  return [
    ...open.map(
      ({ line, fields }) =>
        `${file}:${line}: sorted by ${fields}, which several rows may share: end it in _id, or say in scripts/structure/untied-sorts.ts why not`,
    ),
    ...stale.map(
      ([, fields]) => `${file}: is not sorted by ${fields} any more: take it out of untied-sorts.ts`,
    ),
  ];
}
