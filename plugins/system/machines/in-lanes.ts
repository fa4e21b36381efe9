/** Does work for each of many, so many at a time, in their order; what one throws ends it. */
export async function inLanes<T>(
  many: readonly T[],
  lanes: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = [...many];
  const lane = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: Math.min(lanes, many.length) }, lane));
}
