/** Longest that is worked on without a pause, milliseconds: visits are answered by the same process. */
const TURN_MS = 2;

/**
 * The same things one after the other; in between whatever else waits in this process has its turn. For long work that waits
 * for nothing by itself, such as reading the lines of a file.
 * @example for await (const record of givingWay(readCsv(text, { longest }))) lines.push(lineOf(record));
 */
export async function* givingWay<T>(things: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T, void, void> {
  let begun = performance.now();
  for await (const thing of things) {
    yield thing;
    if (performance.now() - begun < TURN_MS) continue;
    await new Promise<void>((resolve) => setImmediate(resolve));
    begun = performance.now();
  }
}
