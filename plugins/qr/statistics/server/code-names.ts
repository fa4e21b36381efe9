import type { PluginContext } from '@waypost/sdk';
import { codeLabels } from '../../codes/code-labels.ts';
import type { Slice } from '../calls.ts';
import type { StatisticsScope } from './read-statistics.ts';

/** Ids of codes that are looked up at once. */
const NAMES_AT_ONCE = 1000;

/** Sums of codes with what the codes are called by whom they belong to. */
export async function withCodeNames(
  context: PluginContext,
  slices: readonly Slice[],
  scope: Pick<StatisticsScope, 'owner'>,
): Promise<Slice[]> {
  const named: Slice[] = [];
  for (let start = 0; start < slices.length; start += NAMES_AT_ONCE) {
    const some = slices.slice(start, start + NAMES_AT_ONCE);
    const labels = await codeLabels(
      context,
      some.map(({ value }) => value),
      scope,
    );
    for (const slice of some) {
      const { name = '', short_code = '' } = labels.get(slice.value) ?? {};
      named.push({ ...slice, label: name, short_code });
    }
  }
  return named;
}
