import { errors } from '@waypost/contract';
import type { StatisticsQuery } from '../calls.ts';
import type { StatisticsScreen } from '../screens.ts';
import type { StatisticsScope } from './read-statistics.ts';

/**
 * Which visits a screen shows of those in its scope. Screens that do not have what is asked for show all.
 * @throws AppError `invalid_input` 422 at `only` where two things are asked for at once
 */
export function narrowedTo(
  screen: StatisticsScreen,
  { kind, only }: Pick<StatisticsQuery, 'kind' | 'only'>,
): Pick<StatisticsScope, 'kind' | 'only'> {
  if (screen.kind !== undefined) return { kind: screen.kind };
  if (!screen.hasFilters) return {};
  if (kind !== undefined && only !== undefined)
    throw errors.invalidInput.create({}, { errors: [{ path: 'only', message: 'qr.fault.one_filter' }] });
  return { kind, only };
}
