import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useUser } from '../session/use-user.tsx';
import type { ControlModel } from './control-model.ts';
import type { FormValues } from './draft.ts';
import { dropWork, findWork, type KeptWork, keepWork, worthKeeping } from './kept-work.ts';
import { isSame } from './path.ts';
import type { ResourceFormProps } from './resource-form-props.ts';
import type { Difference, SavePlace } from './save.ts';
import type { FormState } from './use-form-state.ts';

type Row = Readonly<Record<string, unknown>>;

interface KeptWorkOptions {
  /** What tells this form from others on the same screen, with the thing that it is about. */
  props: Pick<ResourceFormProps, 'resource' | 'mode' | 'initial' | 'only'> & {
    source: Row | undefined;
    call?: SavePlace;
    about?: string | undefined;
    isQuestion?: boolean | undefined;
  };
  models: readonly ControlModel[];
  state: FormState;
  row: Row | undefined;
  /** What came back belongs to a row that somebody else has changed since. */
  onStale: (stale: { row: Record<string, unknown>; differences: Difference[] }) => void;
}

/** What is typed survives a reload of the page, once for each account, screen, form and thing. */
export function useKeptWork({ props, models, state, row, onStale }: KeptWorkOptions): {
  /** When what came back was typed, milliseconds since 1970; undefined: nothing came back. */
  since: number | undefined;
  /** It is saved, or the person does not want it any more. */
  drop: () => void;
  /** Begins anew from what is stored. */
  discard: () => void;
} {
  // Nothing is lost when a question is left: nothing is kept.
  const isOff = props.isQuestion === true;
  const { pathname, search } = useLocation();
  const account = useUser()?.id ?? 'guest';
  const thing = new URLSearchParams(search).get('id');
  const [place] = useState(() => JSON.stringify([account, pathname, thing, ...formOf(props)]));
  const [found, setFound] = useState(() => (isOff ? undefined : findWork(place)));
  const isBack = useRef(false);
  const { values, start, setValue } = state;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is what is kept; the rest does not change under a form
  useEffect(() => {
    if (isOff) return;
    if (found && !isBack.current) {
      for (const [name, value] of Object.entries(found.values)) setValue(name, value);
      for (const name of found.emptied) setValue(name, undefined);
      const differences = found.version === versionOf(row) ? [] : differencesOf(found, start);
      if (row && differences.length > 0) onStale({ row, differences });
    } else {
      const worth = worthKeeping(models, start, values);
      if (worth) keepWork(place, { ...worth, version: versionOf(row), at: Date.now() });
      else dropWork(place);
    }
    isBack.current = true;
  }, [values, start]);

  const drop = () => {
    dropWork(place);
    setFound(undefined);
  };
  return {
    since: found?.at,
    drop,
    discard: () => {
      state.restart(start);
      drop();
    },
  };
}

function formOf({ resource, mode, call, source, about, initial, only }: KeptWorkOptions['props']): unknown[] {
  return [resource.name, call?.call ?? mode, source?.id, about, initial, only];
}

function versionOf(row: Row | undefined): number | undefined {
  return typeof row?.version === 'number' ? row.version : undefined;
}

/** The fields that both have changed, and not to the same. */
function differencesOf({ values, emptied, start }: KeptWork, now: FormValues): Difference[] {
  return [...Object.keys(values), ...emptied]
    .filter((name) => !isSame(start[name], now[name]) && !isSame(values[name], now[name]))
    .map((name) => ({ field: name, mine: values[name], theirs: now[name] }));
}
