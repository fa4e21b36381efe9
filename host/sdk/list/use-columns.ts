import type { Resource, RowOf } from '@waypost/contract';
import { useMemo, useState } from 'react';
import { useQuery } from '../parts/use-navigation.tsx';
import { type Column, columnsOf, fixedFields, shownKeys } from './columns.ts';
import type { ResourceListProps } from './resource-list-props.ts';

export interface Columns<Row> {
  all: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  choose(keys: readonly string[]): void;
}

/** A list's columns and which of them show; the choice stands in the address and is remembered. */
export function useColumns<R extends Resource>(
  resource: R,
  { columns: asked, extraFilters }: Pick<ResourceListProps<R>, 'columns' | 'extraFilters'>,
  owner: Column<RowOf<R>> | undefined,
): Columns<RowOf<R>> {
  const [query, setQuery] = useQuery();
  const storageKey = `waypost.columns.${resource.name}`;
  const [remembered, setRemembered] = useState(() => localStorage.getItem(storageKey));
  const fromAddress = query.get('columns');
  const fixed = fixedFields(resource, extraFilters).join();
  const declared = useMemo(() => columnsOf(resource, asked, fixed.split(',')), [resource, asked, fixed]);
  const chosen = useMemo(() => {
    const keys = shownKeys(declared, fromAddress, remembered);
    return declared.filter(({ key }) => keys.includes(key));
  }, [declared, fromAddress, remembered]);
  return {
    all: declared,
    // Beside the name: among things of many people it is half of what one looks for, so it is nobody's choice.
    shown: owner === undefined ? chosen : [...chosen.slice(0, 1), owner, ...chosen.slice(1)],
    choose: (keys) => {
      const text = keys.join(',');
      localStorage.setItem(storageKey, text);
      setRemembered(text);
      setQuery({ columns: text });
    },
  };
}
