import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** The short form of it: the page reads half as much. */
const SOURCE = await Bun.file(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir)).text();

interface Wanted {
  /** Elements that are not looked at. */
  exclude: string[][];
  options: RunOptions;
}

/**
 * What axe finds on a page: each rule with each element that breaks it. It runs in the page itself, is brought to each
 * document once, and tells of faults only: to describe everything that is right takes twice the processor time. Our pages have
 * no frame of our own, which is all that would be missed. What is being closed is let go first.
 * @param but a selector of what is not looked at
 */
export async function axeViolations(page: Page, but?: string): Promise<string[]> {
  const wanted: Wanted = {
    exclude: but === undefined ? [] : [[but]],
    options: { resultTypes: ['violations'] },
  };
  const found = await page.evaluate(runAxe, wanted);
  if (found !== undefined) return found;
  await page.evaluate(SOURCE);
  const first = await page.evaluate(runAxe, wanted);
  if (first === undefined) throw new Error(`${page.url()} has taken axe away`);
  return first;
}

/** Runs in the page. Undefined where axe is not there yet. */
async function runAxe({ exclude, options }: Wanted): Promise<string[] | undefined> {
  const { axe } = globalThis as { axe?: { run(context: object, options: object): Promise<AxeResults> } };
  if (axe === undefined) return undefined;
  // A list or a calendar that has just been closed is on its way out: nobody reads it any more.
  const patience = performance.now() + 5000;
  while (document.querySelector('[class*="-exit-active"]') !== null && performance.now() < patience)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const { violations } = await axe.run({ exclude }, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => {
      const { fgColor, bgColor } = (any[0]?.data ?? {}) as { fgColor?: string; bgColor?: string };
      const colours = fgColor === undefined ? '' : ` (${fgColor} on ${bgColor})`;
      return `${id}${colours}: ${html.slice(0, 160)}`;
    }),
  );
}
