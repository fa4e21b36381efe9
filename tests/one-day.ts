/**
 * Does `work`, which looks at figures of today, within one day: where midnight of the product's time zone came between,
 * it is done once more. It has to stand being done twice.
 * @param today the day that the product has now
 */
export async function inOneDay(today: () => Promise<string>, work: () => Promise<void>): Promise<void> {
  const day = await today();
  try {
    await work();
  } catch (error) {
    if ((await today()) === day) throw error;
    await work();
  }
}
