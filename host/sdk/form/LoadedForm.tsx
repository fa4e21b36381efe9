import { useQueryClient } from '@tanstack/react-query';
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ApiError } from '../client/ApiError.ts';
import { useClient } from '../client/context.tsx';
import { Button, type ButtonProps } from '../parts/Button.tsx';
import { notify } from '../parts/notify.ts';
import type { SlotRow } from '../slot/contribution.ts';
import { Slot } from '../slot/Slot.tsx';
import { useWords } from '../words/context.tsx';
import { useErrorText } from '../words/use-error-text.ts';
import { FormContext, type FormScope } from './context.tsx';
import { type FormValues, formFields, startValues } from './draft.ts';
import { type FormPlace, focusFirst, pathsWithoutPlace, placesOf } from './focus-first.ts';
import styles from './form.module.css';
import { KeptWorkLine } from './KeptWorkLine.tsx';
import { partOf } from './part-of.ts';
import type { ResourceFormProps } from './resource-form-props.ts';
import { FaultLine, SaveBar } from './SaveBar.tsx';
import { Sections } from './Sections.tsx';
import { StaleDialog } from './StaleDialog.tsx';
import { readStale, type SavePlace, save } from './save.ts';
import { useFormState } from './use-form-state.ts';
import { type Stale, useKeptWork } from './use-kept-work.ts';
import { useSectionSaves } from './use-section-saves.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

export type LoadedFormProps = ResourceFormProps & {
  source: Readonly<Record<string, unknown>> | undefined;
  /** Sent instead of the resource's own `add` or `update`; the form begins anew then. */
  call?: SavePlace;
  /** With `call`: what was sent stays, and to leave it unsent loses nothing. */
  isQuestion?: boolean | undefined;
  saveKind?: ButtonProps['kind'];
  /** Of what the form stands in: tells it from others of its kind where nothing says what it is `about`. */
  title?: string | undefined;
};

/** Controls that are typed into, pickers that search among them. */
const WRITTEN =
  '[data-path] input:not([type=radio], [type=checkbox], .arco-select *), [data-path] textarea, [data-path] .arco-select-show-search';

/** The form once its row is there. */
export function LoadedForm(props: LoadedFormProps) {
  const { mode, onCancel, only } = props;
  const words = useWords();
  const formId = useId().replaceAll(':', '');
  const element = useRef<HTMLFormElement>(null);
  const resource = useMemo(
    () => partOf(props.resource, only, props.source),
    [props.resource, only, props.source],
  );
  const models = useMemo(() => formFields(resource, mode), [resource, mode]);
  const form = useLoadedForm({ ...props, resource }, models, element);
  const { row, state, isSaving, stale, guard, onSave, send } = form;

  const asked = models.filter(({ name }) => props.asks?.(name, state.values) ?? true);

  const scope: FormScope = {
    resource,
    models,
    controls: props.controls ?? {},
    formId,
    headingLevel: props.frame ? 3 : 2,
    values: state.values,
    setValue: state.setValue,
    leave: state.leave,
    errors: state.errors,
    isDirty: state.isDirty,
    isSaving,
    isEdit: mode === 'edit',
    submit: () => send(row),
  };
  useFirstField(element, props.frame !== undefined && (props.call !== undefined || mode === 'create'));
  const close = () => void guard.askToLeave().then((isFree) => (isFree ? onCancel?.() : undefined));
  const buttons = (
    <>
      <FaultLine
        failure={form.failure}
        places={form.faulty}
        errors={state.errors}
        onShow={(path) => focusFirst(element.current, [path])}
      />
      {onCancel ? <Button onClick={close}>{words('action.cancel')}</Button> : null}
      <Button kind={props.saveKind ?? 'primary'} isBusy={isSaving} onClick={() => void send(row)}>
        {saveLabelOf(props, state.values) ?? words(mode === 'create' ? 'action.create' : 'action.save')}
      </Button>
      {props.barEnd?.(state.values)}
    </>
  );
  const fields = (
    <form
      ref={element}
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        // React hands what is sent in a drawer on to the form that the drawer was opened from.
        event.stopPropagation();
        void send(row);
      }}
    >
      <KeptWorkLine kept={form.kept} />
      {props.children ?? <Sections resource={resource} names={asked} declared={props.sections} />}
      {props.extra}
      {props.hasOthersSections === false ? null : (
        <Slot name={`${resource.name}.form_section`} props={{ row: row as SlotRow | undefined, onSave }} />
      )}
      {props.frame ? null : <SaveBar isLong={props.call === undefined}>{buttons}</SaveBar>}
      {/* Enter in a field saves; the visible button may stand outside the form, in a drawer's footer. */}
      <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
    </form>
  );
  const body = props.aside ? (
    <div className={styles.layout}>
      {fields}
      <div className={styles.aside}>{props.aside(state.values)}</div>
    </div>
  ) : (
    fields
  );
  return (
    <FormContext value={scope}>
      {props.frame ? props.frame({ title: titleOf(props, row, words), body, buttons, onClose: close }) : body}
      {stale ? (
        <StaleDialog
          resource={resource}
          differences={stale.differences}
          onReload={() => form.takeTheirs(stale.row)}
          onOverwrite={() => form.keepMine(stale.row)}
          onClose={form.leaveStale}
        />
      ) : null}
    </FormContext>
  );
}

/** What is typed, how it is kept, and what becomes of a row that somebody else has changed meanwhile. */
function useLoadedForm(
  props: LoadedFormProps,
  models: ReturnType<typeof formFields>,
  element: RefObject<HTMLFormElement | null>,
) {
  const { resource, mode, onSaved } = props;
  const words = useWords();
  const client = useClient();
  const queries = useQueryClient();
  const errorText = useErrorText();
  const [row, setRow] = useState(props.source);
  const state = useFormState(
    resource,
    models,
    () => startValues(models, { ...props.source, ...props.initial }),
    props.asks,
  );
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [faulty, setFaulty] = useState<readonly FormPlace[]>([]);
  const [stale, setStale] = useState<Stale>();
  const kept = useKeptWork({ props, models, state, row, setRow, onStale: setStale });
  const guard = useUnsavedGuard(state.isDirty && !props.isQuestion, kept.drop);
  // What is on its way is not sent again, however fast somebody presses: the state of a render comes too late for that.
  const isSending = useRef(false);
  const { onSave, saveSections } = useSectionSaves();

  async function send(onto: Readonly<Record<string, unknown>> | undefined) {
    if (isSending.current) return;
    const checked = state.check();
    if ('faultyPaths' in checked) return showFaulty(checked.faultyPaths);
    isSending.current = true;
    setSaving(true);
    setFailure(undefined);
    let again: Readonly<Record<string, unknown>> | undefined;
    try {
      const { clean } = checked;
      if ((await props.onAsk?.(clean)) === false) return;
      const result = await save(client, {
        resource,
        mode,
        models,
        row: onto,
        start: state.start,
        clean,
        toBody: props.toBody,
        call: props.call,
      });
      await saveSections(String(mode === 'create' ? result.id : onto?.id));
      guard.release();
      kept.drop();
      // A question changes nothing that was answered before.
      if (props.isQuestion) state.restart(state.latest());
      else void queries.invalidateQueries({ queryKey: [resource.area] });
      if (props.call && !props.isQuestion) state.restart(startValues(models, { ...props.initial }));
      if (mode === 'edit') {
        setRow({ ...onto, ...clean, ...result });
        state.restart(state.values);
      }
      if (onSaved) onSaved(result, clean);
      else notify.success(words('form.saved'));
    } catch (error) {
      again = showFailure(error);
    } finally {
      isSending.current = false;
      setSaving(false);
    }
    if (again) await send(again);
  }

  /** Answers the row to send onto once more: somebody has changed it meanwhile, but nothing of what was changed here. */
  function showFailure(error: unknown): Readonly<Record<string, unknown>> | undefined {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'stale_version') {
      const conflict = readStale(error.content, { mine: state.values, start: state.start, models });
      if (conflict?.differences.length === 0) return conflict.row;
      if (conflict) {
        setStale(conflict);
        return undefined;
      }
    }
    const { known, paths, elsewhere } = fieldFaults(error, element.current);
    state.showServerFaults(Object.fromEntries(known.map((issue) => [issue.path, issue.message])));
    if (known.length === 0) setFailure(errorText(error));
    else setFailure(elsewhere.length === 0 ? undefined : elsewhere.join(' '));
    if (elsewhere.length < known.length) showFaulty(paths);
    return undefined;
  }

  const showFaulty = (paths: readonly string[]) => showPlaces(element.current, paths, setFaulty);

  function takeTheirs(current: Record<string, unknown>) {
    setRow(current);
    state.restart(startValues(models, current));
    setStale(undefined);
    kept.drop();
  }

  function keepMine(current: Record<string, unknown>) {
    setStale(undefined);
    setRow(current);
    kept.decide();
    void send(current);
  }
  return {
    row,
    state,
    isSaving,
    failure,
    faulty,
    stale,
    guard,
    kept,
    onSave,
    send,
    keepMine,
    takeTheirs,
    leaveStale: () => setStale(undefined),
  };
}

function showPlaces(
  form: HTMLFormElement | null,
  paths: readonly string[],
  show: (places: readonly FormPlace[]) => void,
) {
  show(placesOf(form, paths));
  // A section that was folded opens first.
  setTimeout(() => focusFirst(form, paths));
}

/** The faults of fields, their paths, and the sentences of those that have no place on the form. */
function fieldFaults(error: ApiError, form: HTMLFormElement | null) {
  const known = error.issues.filter((issue) => issue.path.split('.')[0] !== '');
  const paths = known.map((issue) => issue.path);
  const placeless = new Set(pathsWithoutPlace(form, paths));
  const elsewhere = known.filter((issue) => placeless.has(issue.path)).map((issue) => issue.message);
  return { known, paths, elsewhere };
}

function saveLabelOf({ saveLabel }: LoadedFormProps, values: FormValues): ReactNode {
  return typeof saveLabel === 'function' ? saveLabel(values) : saveLabel;
}

function titleOf(
  { resource, mode }: LoadedFormProps,
  row: Readonly<Record<string, unknown>> | undefined,
  words: ReturnType<typeof useWords>,
): string {
  const params = { name: String(row?.[resource.title] ?? '') };
  return mode === 'create'
    ? words.first([`${resource.name}.create.title`, `${resource.name}.create`, 'form.create'], params)
    : words.first([`${resource.name}.edit.title`, 'form.edit'], params);
}

/** Whoever opens a drawer to write something can begin at once; not by touch, where that would open the keyboard. */
function useFirstField(form: RefObject<HTMLFormElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !matchMedia('(pointer: fine)').matches) return;
    form.current?.querySelector<HTMLElement>(WRITTEN)?.focus();
  }, [form, isWanted]);
}
