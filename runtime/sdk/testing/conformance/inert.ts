/** Stands for what a setup that is only looked at must not reach: can be called, read and awaited to any depth, and holds nothing. */
export function inert<T>(): T {
  const nothing: unknown = new Proxy(() => undefined, {
    get: (_target, name) => {
      if (name === 'then' || name === Symbol.toPrimitive) return undefined;
      if (name === Symbol.iterator) return () => [][Symbol.iterator]();
      if (name === Symbol.asyncIterator) return async function* () {};
      return inert();
    },
    apply: () => inert(),
    construct: () => inert<object>(),
  });
  return nothing as T;
}
