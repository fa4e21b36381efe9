/**
 * What stands at a place in an answer; undefined where there is nothing, or the answer is no JSON.
 * @param path names and numbers with dots between them, such as `data.links.0.short`; empty: the answer itself
 */
export function answerAt(text: string, path: string): unknown {
  return path === '' ? text : valueAt(parsed(text), path.split('.'));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON: there is nothing at any path.
    return undefined;
  }
}

function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return valueAt(Reflect.get(value, name), rest);
}
