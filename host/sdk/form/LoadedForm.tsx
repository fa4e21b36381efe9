import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useId, useMemo, useRef, useState } from 'react';
import { ApiError } from '../client/ApiError.ts';
import { useClient } from '../client/context.tsx';
import { Button, type ButtonProps } from '../parts/Button.tsx';
import { notify } from '../parts/notify.ts';
import type { SlotRow } from '../slot/contribution.ts';
import { Slot } from '../slot/Slot.tsx';
import { useWords } from '../words/context.tsx';
import { useErrorText } from '../words/use-error-text.ts';
import { FormContext, type FormScope } from './context.tsx';
import { type Asks, formFields, startValues } from './draft.ts';
import { FormSection, ResourceField } from './fields.tsx';
import { focusFirst, pathsWithoutPlace } from './focus-first.ts';
import styles from './form.module.css';
import type { FormSectionDeclaration, ResourceFormProps } from './resource-form-props.ts';
import { StaleDialog } from './StaleDialog.tsx';
import { type Difference, readStale, type SavePlace, save } from './save.ts';
import { useFormState } from './use-form-state.ts';
import { useSectionSaves } from './use-section-saves.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

export type LoadedFormProps = ResourceFormProps & {
  source: Readonly<Record<string, unknown>> | undefined;
  /** Sent instead of the resource's own `add` or `update`; the form begins anew then. */
  call?: SavePlace;
  /** With `call`: what was sent stays, and to leave it unsent loses nothing. */
  isQuestion?: boolean | undefined;
  /** Default: all of them. */
  asks?: Asks | undefined;
  saveKind?: ButtonProps['kind'];
};

/** What failed is said beside the button, which may be pushed out of sight by it. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

interface Stale {
  row: Record<string, unknown>;
  differences: Difference[];
}

/** The form once its row is there. */
export function LoadedForm(props: LoadedFormProps) {
  const { resource, mode, onCancel } = props;
  const words = useWords();
  const formId = useId().replaceAll(':', '');
  const element = useRef<HTMLFormElement>(null);
  const models = useMemo(() => formFields(resource, mode), [resource, mode]);
  const { row, state, isSaving, failure, stale, guard, onSave, send, keepMine, takeTheirs, leaveStale } =
    useLoadedForm(props, models, element);

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
  const close = () => void guard.askToLeave().then((isFree) => (isFree ? onCancel?.() : undefined));
  const buttons = (
    <>
      {failure === undefined ? null : (
        <p className={styles.banner} role="alert" ref={bringIntoView}>
          {failure}
        </p>
      )}
      {onCancel ? <Button onClick={close}>{words('action.cancel')}</Button> : null}
      <Button kind={props.saveKind ?? 'primary'} isBusy={isSaving} onClick={() => void send(row)}>
        {props.saveLabel ?? words(mode === 'create' ? 'action.create' : 'action.save')}
      </Button>
    </>
  );
  const fields = (
    <form
      ref={element}
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send(row);
      }}
    >
      {props.children ?? <Sections resource={resource} names={asked} declared={props.sections} />}
      {props.extra}
      <Slot name={`${resource.name}.form_section`} props={{ row: row as SlotRow | undefined, onSave }} />
      {props.frame ? null : <div className={styles.buttons}>{buttons}</div>}
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
          onReload={() => takeTheirs(stale.row)}
          onOverwrite={() => keepMine(stale.row)}
          onClose={leaveStale}
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
  const [stale, setStale] = useState<Stale>();
  const guard = useUnsavedGuard(state.isDirty && !props.isQuestion);
  // What is on its way is not sent again, however fast somebody presses: the state of a render comes too late for that.
  const isSending = useRef(false);
  const { onSave, saveSections } = useSectionSaves();

  async function send(onto: Readonly<Record<string, unknown>> | undefined) {
    if (isSending.current) return;
    const checked = state.check();
    if ('faultyPaths' in checked) {
      focusFirst(element.current, checked.faultyPaths);
      return;
    }
    isSending.current = true;
    setSaving(true);
    setFailure(undefined);
    try {
      const { clean } = checked;
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
      void queries.invalidateQueries({ queryKey: [resource.area] });
      if (props.call)
        state.restart(props.isQuestion ? state.latest() : startValues(models, { ...props.initial }));
      if (mode === 'edit') {
        setRow({ ...onto, ...clean, ...result });
        state.restart(state.values);
      }
      if (onSaved) onSaved(result, clean);
      else notify.success(words('form.saved'));
    } catch (error) {
      showFailure(error);
    } finally {
      isSending.current = false;
      setSaving(false);
    }
  }

  function showFailure(error: unknown) {
    if (!(error instanceof ApiError)) throw error;
    const conflict =
      error.code === 'stale_version'
        ? readStale(
            error.content,
            models.map((model) => model.name),
            state.values,
          )
        : undefined;
    if (conflict) {
      setStale(conflict);
      return;
    }
    const known = error.issues.filter((issue) => issue.path.split('.')[0] !== '');
    state.showServerFaults(Object.fromEntries(known.map((issue) => [issue.path, issue.message])));
    const paths = known.map((issue) => issue.path);
    const placeless = new Set(pathsWithoutPlace(element.current, paths));
    const elsewhere = known.filter((issue) => placeless.has(issue.path)).map((issue) => issue.message);
    if (known.length === 0) setFailure(errorText(error));
    else setFailure(elsewhere.length === 0 ? undefined : elsewhere.join(' '));
    if (placeless.size < paths.length) setTimeout(() => focusFirst(element.current, paths));
  }

  function takeTheirs(current: Record<string, unknown>) {
    setRow(current);
    state.restart(startValues(models, current));
    setStale(undefined);
  }

  function keepMine(current: Record<string, unknown>) {
    setStale(undefined);
    setRow(current);
    void send(current);
  }

  const leaveStale = () => setStale(undefined);
  return { row, state, isSaving, failure, stale, guard, onSave, send, keepMine, takeTheirs, leaveStale };
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

interface SectionsProps {
  resource: LoadedFormProps['resource'];
  names: readonly { name: string; hints: { section?: string } }[];
  declared: readonly FormSectionDeclaration[] | undefined;
}

/** The declared sections, else one for each `hints.section` in the order of the fields. */
function Sections({ resource, names, declared }: SectionsProps) {
  const words = useWords();
  const sections = declared ?? groupBySection(names);
  const writable = new Set(names.map(({ name }) => name));
  return sections.map(({ name, fields }) => {
    const shown = fields.filter((field) => writable.has(field));
    if (shown.length === 0) return null;
    const title = name === undefined ? undefined : `${resource.name}.section.${name}`;
    // A heading over a single field of the same name says it once.
    const isSaid = (field: string) =>
      title !== undefined && shown.length === 1 && words(title) === words(`${resource.name}.${field}`);
    return (
      <FormSection key={name ?? fields[0]} title={title}>
        {shown.map((field) => (
          <ResourceField key={field} name={field} isLabelHidden={isSaid(field)} />
        ))}
      </FormSection>
    );
  });
}

/** Fields without a section come first. */
export function groupBySection(models: SectionsProps['names']): FormSectionDeclaration[] {
  const groups = new Map<string | undefined, string[]>();
  for (const { name, hints } of models) {
    const group = groups.get(hints.section) ?? [];
    groups.set(hints.section, [...group, name]);
  }
  return [...groups]
    .sort(([left], [right]) => Number(left !== undefined) - Number(right !== undefined))
    .map(([name, fields]) => (name === undefined ? { fields } : { name, fields }));
}
