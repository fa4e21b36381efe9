/** Parts of commands that say what is done; all others are options. */
const PARTS = [
  ...['filter', 'query', 'q', 'pipeline', 'key', 'sort', 'projection', 'update', 'u'],
  ...['updates', 'deletes', 'ops', 'indexes'],
] as const;
const DEEPEST = 6;
const MOST_FIELDS = 20;
const MOST_ELEMENTS = 8;
const LONGEST = 400;

/**
 * Names of the fields and operators of a command, `filter{owner,state} sort{create_time}`: what an operator needs to find
 * it, and nobody's data. Commands that differ in their values alone have the same shape.
 */
export function shapeOf(command: Readonly<Record<string, unknown>>): string {
  const parts = PARTS.filter((part) => isComposed(command[part])).map(
    (part) => `${part}${outline(command[part], 0)}`,
  );
  return cut(parts.join(' '));
}

function outline(value: unknown, depth: number): string {
  if (depth > DEEPEST || !isComposed(value)) return '';
  if (Array.isArray(value)) {
    // Lists of values are as long as somebody's question was; lists of stages and conditions say what is done.
    const composed = value.filter(isComposed);
    const inner = composed.slice(0, MOST_ELEMENTS).map((element) => outline(element, depth + 1));
    return composed.length === 0 ? '' : `[${inner.join()}]`;
  }
  const fields = Object.entries(value).slice(0, MOST_FIELDS);
  return `{${fields.map(([name, inner]) => `${nameOf(name)}${outline(inner, depth + 1)}`).join()}}`;
}

/** Counters stand under days, ids and addresses as names: those are data, too. */
function nameOf(name: string): string {
  return name
    .split('.')
    .map((part) => (/^\$?[A-Za-z_][A-Za-z_]*(?:\[[A-Za-z]*\])?$/.test(part) ? part : '*'))
    .join('.');
}

/** A document or a list; the driver's own types, such as ids and dates, are values. */
function isComposed(value: unknown): value is Record<string, unknown> | unknown[] {
  if (Array.isArray(value)) return true;
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}
