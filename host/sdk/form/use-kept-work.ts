import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useUser } from '../session/use-user.tsx';
import type { ControlModel } from './control-model.ts';
import { startValues } from './draft.ts';
import { dropWork, findWork, keepWork, type Resumed, resume, worthKeeping } from './kept-work.ts';
import type { Difference } from './save.ts';
import type { FormState } from './use-form-state.ts';
import { type FormIdentity, GUEST, workPlace } from './work-place.ts';

type Row = Readonly<Record<string, unknown>>;

export interface Stale {
  row: Record<string, unknown>;
  differences: Difference[];
}

interface KeptWorkOptions {
  props: FormIdentity & {
    source: Row | undefined;
    initial?: Row | undefined;
    isQuestion?: boolean | undefined;
  };
  models: readonly ControlModel[];
  state: Pick<FormState, 'values' | 'start' | 'restart'>;
  row: Row | undefined;
  /** The row as it is to count until the person has decided: at the version that the work was typed at. */
  setRow: (row: Row | undefined) => void;
  /** What came back belongs to a row that somebody else has changed since. */
  onStale: (stale: Stale) => void;
}

export interface KeptWorkInUse {
  /** When what came back was typed, milliseconds since 1970; undefined: nothing came back. */
  since: number | undefined;
  /** Somebody else has saved the row since it was typed. */
  isChanged: boolean;
  /** Shows again what both have changed; undefined: nothing, or it has been decided. */
  compare: (() => void) | undefined;
  /** It is saved, or the person does not want it any more. */
  drop: () => void;
  /** The person has decided between theirs and their own. */
  decide: () => void;
  /** Begins anew from what is stored. */
  discard: () => void;
}

/** What is typed survives a reload of the page, once for each account, screen, form and thing. */
export function useKeptWork(options: KeptWorkOptions): KeptWorkInUse {
  const { props, models, state, row, setRow, onStale } = options;
  // Nothing is lost when a question is left: nothing is kept.
  const isOff = props.isQuestion === true;
  const { pathname, search } = useLocation();
  const account = useUser()?.id ?? GUEST;
  const [place] = useState(() => workPlace({ account, pathname, search }, props));
  const [found, setFound] = useState(() => (isOff ? undefined : findWork(place)));
  const [resumed, setResumed] = useState<Resumed>();
  const isBack = useRef(false);
  const { values, start } = state;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is what is kept; the rest does not change under a form
  useEffect(() => {
    if (isOff) return;
    if (found && !isBack.current) {
      const back = resume(found, { models, now: start, version: versionOf(row) });
      state.restart(back.values, back.start);
      setResumed(back);
      if (row && back.isChanged) setRow({ ...row, version: found.version });
      if (row && back.differences.length > 0) onStale({ row, differences: back.differences });
    } else {
      const worth = worthKeeping(models, start, values);
      if (worth) keepWork(place, { ...worth, version: versionOf(row), at: Date.now() });
      else dropWork(place);
    }
    isBack.current = true;
  }, [values, start]);

  const decide = () => setResumed(undefined);
  const drop = () => {
    dropWork(place);
    setFound(undefined);
    decide();
  };
  const { source } = props;
  const differences = resumed?.differences ?? [];
  return {
    since: found?.at,
    isChanged: resumed?.isChanged ?? false,
    compare:
      source && differences.length > 0 ? () => onStale({ row: { ...source }, differences }) : undefined,
    drop,
    decide,
    discard: () => {
      setRow(source);
      state.restart(startValues(models, { ...source, ...props.initial }));
      drop();
    },
  };
}

function versionOf(row: Row | undefined): number | undefined {
  return typeof row?.version === 'number' ? row.version : undefined;
}
