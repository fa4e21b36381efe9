/** Reads a value by its dotted path: `targets.0.url`. Undefined when any step is missing. */
export function getIn(source: unknown, path: string): unknown {
  let current: unknown = source;
  for (const step of path.split('.')) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<string, unknown>)[step];
  }
  return current;
}

/** A copy of `source` with the value at a dotted path replaced; what lies beside the path is shared, not copied. */
export function setIn<T>(source: T, path: string, value: unknown): T {
  const [step = '', ...rest] = path.split('.');
  const inner = (source as Record<string, unknown> | undefined)?.[step];
  const next = rest.length === 0 ? value : setIn(inner ?? {}, rest.join('.'), value);
  if (Array.isArray(source)) {
    const copy = [...source];
    copy[Number(step)] = next;
    return copy as T;
  }
  return { ...source, [step]: next };
}

/** Whether `path` is `other` or lies inside it. */
export function isWithin(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}.`);
}

/** Deep equality of plain form values: texts, numbers, lists and objects. */
export function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const leftKeys = Object.keys(left).filter((key) => (left as Record<string, unknown>)[key] !== undefined);
  const rightKeys = Object.keys(right).filter((key) => (right as Record<string, unknown>)[key] !== undefined);
  return (
    leftKeys.length === rightKeys.length &&
    leftKeys.every((key) =>
      isSame((left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]),
    )
  );
}
