import type { Resource } from '@waypost/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useWords } from '../words/context.tsx';
import { watchPointer } from './after-pointer.ts';
import type { ControlModel } from './control-model.ts';
import { type Asks, cleanValues, type FormValues } from './draft.ts';
import { faultText, validate } from './faults.ts';
import { isSame, isWithin, setIn } from './path.ts';

export interface FormState {
  values: FormValues;
  start: FormValues;
  isDirty: boolean;
  /** Sentences of places that were left, or of all after the first try to save. */
  errors: Readonly<Record<string, string>>;
  setValue(path: string, value: unknown): void;
  leave(path: string): void;
  /** Shows every fault; the values to send when there is none. */
  check(): { clean: FormValues } | { faultyPaths: string[] };
  /** Faults that the server found, by path. */
  showServerFaults(faults: Readonly<Record<string, string>>): void;
  /** The values by the last key that was pressed, before they are rendered. */
  latest(): FormValues;
  /** Begins anew from these values: with nothing changed, unless it counts as begun with others. */
  restart(values: FormValues, start?: FormValues): void;
}

/** State of a form: values, which places were left, and the faults to show. */
export function useFormState(
  resource: Resource,
  models: readonly ControlModel[],
  initial: () => FormValues,
  asks: Asks = () => true,
): FormState {
  const words = useWords();
  const [start, setStart] = useState(initial);
  const [values, setValues] = useState(start);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isAllShown, setAllShown] = useState(false);
  const [serverFaults, setServerFaults] = useState<Readonly<Record<string, string>>>({});
  // What `check` sees must be what was typed last, also within the same event.
  const latest = useRef(values);
  const pointer = useRef<ReturnType<typeof watchPointer>>(undefined);
  useEffect(() => {
    const watched = watchPointer(window);
    pointer.current = watched;
    return () => watched.stop();
  }, []);

  const cleanOf = (of: FormValues) =>
    cleanValues(
      models.filter(({ name }) => asks(name, of)),
      of,
    );
  const faultsOfValues = (of: FormValues) => {
    const names = models.map(({ name }) => name).filter((name) => asks(name, of));
    return validate(resource, names, cleanOf(of));
  };
  const faults = faultsOfValues(values);

  const errors: Record<string, string> = {};
  for (const [path, fault] of Object.entries(faults))
    if (isAllShown || left.has(path)) errors[path] = faultText(fault, words, { name: resource.name, path });
  Object.assign(errors, serverFaults);

  const setValue = useCallback((path: string, value: unknown) => {
    latest.current = setIn(latest.current, path, value);
    setValues(latest.current);
    // A fault of the server is about what was there before.
    setServerFaults((known) =>
      Object.fromEntries(
        Object.entries(known).filter(([place]) => !isWithin(place, path) && !isWithin(path, place)),
      ),
    );
  }, []);

  return {
    values,
    start,
    isDirty: !isSame(start, values),
    errors,
    setValue,
    leave: useCallback((path: string) => {
      const show = () => setLeft((known) => new Set(known).add(path));
      if (pointer.current) pointer.current.afterRelease(show);
      else show();
    }, []),
    check: () => {
      setAllShown(true);
      const found = Object.keys(faultsOfValues(latest.current));
      return found.length === 0 ? { clean: cleanOf(latest.current) } : { faultyPaths: found };
    },
    showServerFaults: setServerFaults,
    latest: () => latest.current,
    restart: (next, begin = next) => {
      latest.current = next;
      setStart(begin);
      setValues(next);
      setLeft(new Set());
      setAllShown(false);
      setServerFaults({});
    },
  };
}
