import type { Resource, RowOf } from '@waypost/contract';
import { useWords } from '../words/context.tsx';
import { BatchBar, type OfferedAll } from './BatchBar.tsx';
import type { ResourceListProps } from './resource-list-props.ts';
import type { BatchAction } from './row-actions.tsx';
import type { useListActions } from './use-list-actions.ts';
import type { ListData } from './use-list-data.ts';
import { MAX_CHOSEN, type Selection } from './use-selection.ts';

interface ChosenRowsProps<R extends Resource> {
  list: Pick<ResourceListProps<R>, 'isFixed'>;
  selection: Selection<RowOf<R>>;
  data: ListData<R>;
  actions: ReturnType<typeof useListActions<R>>;
}

/** How many rows are chosen and what can be done with them; nothing while none is. */
export function ChosenRows<R extends Resource>({ list, selection, data, actions }: ChosenRowsProps<R>) {
  const words = useWords();
  const { chosen } = selection;
  if (chosen.length === 0) return null;
  return (
    <BatchBar
      count={chosen.length}
      onClear={selection.clear}
      all={offeredAll(selection, data, actions.batch)}
      actions={batchFor(list, actions.batch, selection).map((action) => ({
        name: action.name,
        label: words(action.label),
        isDangerous: action.isDangerous ?? false,
        onRun: () => actions.run(action, chosen),
      }))}
    />
  );
}

/** What can be done with all that are chosen: with a fixed one among them nothing is removed, with more than a page what takes so many. */
function batchFor<R extends Resource>(
  { isFixed }: ChosenRowsProps<R>['list'],
  actions: readonly BatchAction<RowOf<R>>[],
  { chosen, isBeyondPage }: Selection<RowOf<R>>,
): readonly BatchAction<RowOf<R>>[] {
  const hasFixed = isFixed !== undefined && chosen.some(isFixed);
  return actions.filter(
    ({ name, takesAll }) => !(hasFixed && name === 'remove') && (takesAll === true || !isBeyondPage),
  );
}

/** All that the list finds, where a page of it is chosen and something can be done with so many. */
function offeredAll<R extends Resource>(
  { isWholePage, isBeyondPage, isReading, selectAll }: Selection<RowOf<R>>,
  { count = 0, isAtLeast, rows = [] }: ListData<R>,
  actions: readonly BatchAction<RowOf<R>>[],
): OfferedAll | undefined {
  if (!isWholePage || isBeyondPage || count <= rows.length || isAtLeast) return undefined;
  if (!actions.some(({ takesAll }) => takesAll)) return undefined;
  return { count, isReading, onSelect: count > MAX_CHOSEN ? undefined : () => void selectAll() };
}
