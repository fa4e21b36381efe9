import type { ControlModel } from './control-model.ts';
import type { FormValues } from './draft.ts';
import { isSame } from './path.ts';
import type { Difference } from './save.ts';

/** What somebody typed into a form and has not saved. */
export interface KeptWork {
  /** Only what differs from what the form began with. */
  values: FormValues;
  /** Fields that were emptied. */
  emptied: readonly string[];
  /** What the form began with in the fields that were changed. */
  start: FormValues;
  /** Version of the row that was being changed; undefined for a new one. */
  version?: number | undefined;
  /** When it was typed, milliseconds since 1970. */
  at: number;
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'waypost.kept_work.';
/** Letters of one form; a browser keeps five million for all of a tab. */
const MOST_LETTERS = 200_000;
/** Names of values that are nobody's but their owner's, wherever in a form they stand. */
const SECRET = /pass(word|code|phrase)|secret|token|totp|private/i;

/** What is worth keeping: what was changed, without passwords, sealed values, files and fields with `draft: false`. */
export function worthKeeping(
  models: readonly ControlModel[],
  start: Readonly<FormValues>,
  now: Readonly<FormValues>,
): Pick<KeptWork, 'values' | 'emptied' | 'start'> | undefined {
  const left = new Set(models.filter(isPrivate).map(({ name }) => name));
  const changed = Object.keys({ ...start, ...now }).filter(
    (name) => !left.has(name) && !isSame(start[name], now[name]) && isOpen({ [name]: now[name] }),
  );
  if (changed.length === 0) return undefined;
  return {
    values: Object.fromEntries(
      changed.filter((name) => now[name] !== undefined).map((name) => [name, now[name]]),
    ),
    emptied: changed.filter((name) => now[name] === undefined),
    start: Object.fromEntries(
      changed.filter((name) => isOpen({ [name]: start[name] })).map((name) => [name, start[name]]),
    ),
  };
}

function isPrivate({ control, hints }: ControlModel): boolean {
  return control === 'password' || hints.sealed === true || hints.secret === true || hints.draft === false;
}

/** Whether a value is text, figures and lists of them, none of it secret and none of it a file. */
function isOpen(value: unknown): boolean {
  if (typeof value === 'string') return !value.startsWith('data:');
  if (typeof value !== 'object' || value === null)
    return value === undefined || value === null || ['number', 'boolean'].includes(typeof value);
  if (Array.isArray(value)) return value.every(isOpen);
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.entries(value).every(
    ([name, inner]) => isOpen(inner) && (!SECRET.test(name) || typeof inner !== 'string' || inner === ''),
  );
}

/** Work that came back, in a form whose row may have been saved by somebody else since it was typed. */
export interface Resumed {
  values: FormValues;
  /** What the form is to count as its beginning: what somebody typed over is there as it was then. */
  start: FormValues;
  /** The row was saved since. */
  isChanged: boolean;
  /** Fields that both have changed, and not to the same. */
  differences: Difference[];
}

/**
 * Puts kept work into a form that begins with `now`, at `version` of its row. What only the others changed is theirs; what
 * was typed over keeps the beginning and with it the version that it was typed at, so that the server refuses to save it
 * over theirs until the person has decided.
 */
export function resume(
  work: KeptWork,
  form: { models: readonly ControlModel[]; now: Readonly<FormValues>; version: number | undefined },
): Resumed {
  const { now, version } = form;
  const known = new Set(form.models.map(({ name }) => name));
  const names = [...Object.keys(work.values), ...work.emptied].filter((name) => known.has(name));
  const of = (values: Readonly<FormValues>) =>
    Object.fromEntries(names.map((name) => [name, values[name]] as const));
  const isChanged = version !== undefined && work.version !== version;
  return {
    values: { ...now, ...of(work.values) },
    start: isChanged ? { ...now, ...of(work.start) } : { ...now },
    isChanged,
    differences: names
      .filter((name) => isChanged && !isSame(work.start[name], now[name]))
      .filter((name) => !isSame(work.values[name], now[name]))
      .map((field) => ({ field, mine: work.values[field], theirs: now[field] })),
  };
}

/** Keeps the work of one form for as long as the tab lives. */
export function keepWork(place: string, work: KeptWork, shelf: Shelf = sessionStorage): void {
  const text = JSON.stringify(work);
  try {
    if (text.length > MOST_LETTERS) shelf.removeItem(PREFIX + place);
    else shelf.setItem(PREFIX + place, text);
  } catch {
    // A browser that stores nothing, or no more, keeps nothing: the form itself still asks before it is left.
  }
}

export function findWork(place: string, shelf: Shelf = sessionStorage): KeptWork | undefined {
  try {
    const found = JSON.parse(shelf.getItem(PREFIX + place) ?? 'null') as Partial<KeptWork> | null;
    const isWork =
      typeof found?.at === 'number' &&
      typeof found.values === 'object' &&
      typeof found.start === 'object' &&
      Array.isArray(found.emptied);
    return isWork ? (found as KeptWork) : undefined;
  } catch {
    // Not what we wrote: the same as nothing kept.
    return undefined;
  }
}

export function dropWork(place: string, shelf: Shelf = sessionStorage): void {
  shelf.removeItem(PREFIX + place);
}

/** Drops the work of every form, or of one account's: the person has left. */
export function forgetKeptWork({
  account,
  shelf = sessionStorage,
}: {
  account?: string;
  shelf?: Shelf;
} = {}): void {
  const begin = PREFIX + (account === undefined ? '' : JSON.stringify([account]).slice(0, -1));
  const places = Array.from({ length: shelf.length }, (_, index) => shelf.key(index) ?? '');
  for (const place of places) if (place.startsWith(begin)) shelf.removeItem(place);
}
