import { field } from '@waypost/contract';
import {
  ApiError,
  controlModel,
  notify,
  useErrorText,
  useKeptWork,
  useUnsavedGuard,
  useWords,
} from '@waypost/host-sdk';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import type { z } from 'zod';
import { useValueText } from './settings-context.tsx';

type Values = Record<string, string | number>;

interface SettingsFormOptions<V extends Values> {
  /** Tells the form's kept work from others. */
  name: string;
  shape: Readonly<Record<keyof V & string, z.ZodType>>;
  version: number;
  /** As they are stored. */
  stored: V;
  send: (change: Partial<V>, version: number) => Promise<unknown>;
  /** Asked before anything is sent that the shapes let pass; false: the person wants to look again. */
  agree?: (values: V) => Promise<boolean>;
  onSaved: () => void;
  /** Somebody else has saved while nothing was typed here. */
  onOutdated: () => void;
}

/**
 * What is typed into a screen of settings, and how it is kept. Only what was changed is sent, so that two people who change
 * different settings undo nothing of each other's; what both have changed is said at its field, and saving again decides.
 */
export function useSettingsForm<V extends Values>(options: SettingsFormOptions<V>) {
  const words = useWords();
  const errorText = useErrorText();
  const valueText = useValueText();
  const [start, setStart] = useState(options.stored);
  const [version, setVersion] = useState(options.version);
  const [values, setValues] = useState(start);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const [models] = useState(() =>
    Object.entries<z.ZodType>(options.shape).map(([name, schema]) => controlModel(name, field(schema))),
  );
  const set = (change: Partial<V>) => setValues((before) => ({ ...before, ...change }));
  const kept = useKeptWork({
    // Settings that somebody else has saved since are others: what was typed for these is not put over them.
    props: {
      resource: { name: options.name },
      mode: 'edit',
      about: String(options.version),
      source: undefined,
      initial: options.stored,
    },
    models,
    state: { values, start, restart: (next) => setValues({ ...start, ...(next as Partial<V>) }) },
    row: undefined,
    setRow: () => undefined,
    onStale: () => undefined,
  });
  const dirty = models
    .map(({ name }) => name as keyof V & string)
    .filter((name) => values[name] !== start[name]);
  const guard = useUnsavedGuard(dirty.length > 0, kept.drop);
  // An emptied figure is no figure: left out it would stay as it is, and nobody would be told.
  const change = Object.fromEntries(dirty.map((name) => [name, values[name] ?? null])) as Partial<V>;

  const isOutdated = options.version > version && dirty.length === 0;
  const begin = useEffectEvent(options.onOutdated);
  useEffect(() => {
    if (isOutdated) begin();
  }, [isOutdated]);

  /** Somebody else was first: sent again where that was about other settings, else said at the fields of both. */
  async function sendAfter(error: ApiError): Promise<void> {
    const theirs = error.content as { version: number } & V;
    const both = dirty.filter((name) => theirs[name] !== undefined && theirs[name] !== start[name]);
    setVersion(theirs.version);
    if (both.length === 0) {
      await options.send(change, theirs.version);
      return;
    }
    setStart((before) => ({ ...before, ...Object.fromEntries(both.map((name) => [name, theirs[name]])) }));
    throw new ApiError({
      code: error.code,
      status: error.status,
      message: error.message,
      issues: both.map((name) => ({
        path: name,
        message: words('system.setting.changed_meanwhile', { value: valueText(name, theirs[name] ?? null) }),
      })),
    });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    // What will be refused is nothing to agree to: the server says what is wrong, in the place where it was typed.
    const isSound = dirty.every((name) => options.shape[name].safeParse(values[name]).success);
    if (isSound && options.agree && !(await options.agree(values))) return;
    setBusy(true);
    setFaults({});
    try {
      await options.send(change, version).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'stale_version') throw error;
        return sendAfter(error);
      });
      guard.release();
      kept.drop();
      notify.success(words('form.saved'));
      options.onSaved();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.issues.length === 0) notify.error(errorText(error));
      setFaults(Object.fromEntries(error.issues.map(({ path, message }) => [path, message])));
    } finally {
      setBusy(false);
    }
  }

  const discard = () => {
    setValues(start);
    setFaults({});
    kept.drop();
  };
  return { values, set, kept, faults, isBusy, isDirty: dirty.length > 0, submit, discard };
}
