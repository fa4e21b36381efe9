import { normalizeTarget } from '@waypost/contract';

/**
 * The short address in what a server has answered; undefined where there is none that a visitor may be sent to.
 * @param path names and numbers with dots between them, such as `data.links.0.short`; empty: the answer is the address
 */
export function readAnswer(text: string, path: string): string | undefined {
  const found = path === '' ? text : valueAt(parsed(text), path.split('.'));
  return typeof found === 'string' ? normalizeTarget(found.trim()) : undefined;
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
