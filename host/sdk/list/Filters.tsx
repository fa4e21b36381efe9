import { Input, InputNumber, Select } from '@arco-design/web-react';
import { IconFilter, IconSearch } from '@arco-design/web-react/icon';
import type { Resource } from '@waypost/contract';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { controlModel } from '../form/control-model.ts';
import { TimePicker } from '../form/TimePicker.tsx';
import { Button } from '../parts/Button.tsx';
import { Drawer } from '../parts/Drawer.tsx';
import { useIsPhone } from '../parts/use-is-phone.ts';
import { ReferenceSelect } from '../reference/ReferenceSelect.tsx';
import { usePermission } from '../session/use-user.tsx';
import { useWords } from '../words/context.tsx';
import styles from './list.module.css';
import { isGroupChosen, QuickFilter, quickCodes, quickGroups } from './QuickFilters.tsx';
import { type FilterModel, type FilterValue, filterModels, isSearched, type ListState } from './url-state.ts';
import type { ListChange } from './use-list-state.ts';

const ROW_FILTERS = 3;
/** Pause in typing after which the list is asked again, milliseconds. */
const TYPING_PAUSE_MS = 300;

export interface FilterChoice {
  resource: Resource;
  /** Fields in their order; those with `hints.quick` are buttons, without such the first three stand in the row. */
  names: readonly string[] | undefined;
  /** What the screen itself narrows the list by: there is nothing to choose. */
  fixed: readonly string[];
}

/** What a list can be narrowed by here; none: it has neither a search nor filters, and nothing stands over its rows. */
export function useFilterModels({
  resource,
  names,
  fixed,
}: FilterChoice): readonly FilterModel[] | undefined {
  const may = usePermission();
  // What the caller may not read cannot be chosen from.
  const all = filterModels(resource.fields).filter(
    ({ name, declared: { hints } }) =>
      !fixed.includes(name) && (hints.ref === undefined || may(`${hints.ref.name}:read`)),
  );
  const models = names ? names.flatMap((name) => all.filter((model) => model.field === name)) : all;
  return models.length > 0 || isSearched(resource.fields) ? models : undefined;
}

export interface FiltersProps {
  resource: Resource;
  models: readonly FilterModel[];
  state: ListState;
  onChange: (change: ListChange) => void;
  /** Something narrows the list, also what the screen itself keeps in the address. */
  isNarrowed: boolean;
  onClear: () => void;
}

/** How many filters stand in the row: a range is there with both its ends, or not at all. */
export function wholeRanges(models: readonly Pick<FilterModel, 'kind'>[], most: number): number {
  return models[most - 1]?.kind === 'from' ? most + 1 : most;
}

/** Search box and the most used filters in one row; the rest in a drawer. */
export function Filters({ resource, models, state, onChange, isNarrowed, onClear }: FiltersProps) {
  const words = useWords();
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const grouped = models.filter((model) => quickGroups(model).length > 0);
  const quick = models.filter((model) => grouped.includes(model) || quickCodes(model).length > 0);
  // Of groups the single codes are chosen in the drawer.
  const others = models.filter((model) => grouped.includes(model) || !quick.includes(model));
  // With buttons for what is asked most, the rest waits in the drawer.
  const rowCount = isPhone || quick.length > 0 ? 0 : wholeRanges(others, ROW_FILTERS);
  const inRow = others.slice(0, rowCount);
  const inDrawer = others.slice(rowCount);
  const isSearchable = isSearched(resource.fields);
  const set = (name: string, next: (present: FilterValue | undefined) => FilterValue | undefined) =>
    onChange(({ filters }) => {
      const { [name]: present, ...others } = filters;
      const value = next(present);
      return { filters: value === undefined ? others : { ...others, [name]: value } };
    });
  const draw = (model: FilterModel, isLabelled: boolean) => (
    <FilterControl
      key={model.name}
      resource={resource}
      model={model}
      isLabelled={isLabelled}
      value={state.filters[model.name]}
      onChange={(value) => set(model.name, () => value)}
    />
  );
  const search = words.first([`${resource.name}.search`, 'action.search']);
  const hiddenCount = inDrawer.filter(
    (model) => model.name in state.filters && !isGroupChosen(model, state.filters[model.name]),
  ).length;
  const moreLabel =
    hiddenCount > 0 ? words('list.more_filters_set', { count: hiddenCount }) : words('list.more_filters');
  const more =
    inDrawer.length === 0 ? null : (
      <Button icon={<IconFilter />} onClick={() => setOpen(true)}>
        {isPhone && isSearchable ? (
          // Beside the search there is room for a picture of it and a number.
          <>
            <span className="wp-visually-hidden">{moreLabel}</span>
            {hiddenCount > 0 ? <span aria-hidden="true">{hiddenCount}</span> : null}
          </>
        ) : (
          moreLabel
        )}
      </Button>
    );
  return (
    <search className={styles.filters}>
      {isSearchable ? (
        <TypedInput
          label={search}
          isSearch
          className={search === words('action.search') ? styles.filter : styles.search}
          value={state.search}
          onCommit={(text) => onChange({ search: text })}
        />
      ) : null}
      {isPhone ? more : null}
      {quick.map((model) => (
        <QuickFilter
          key={model.name}
          resource={resource}
          model={model}
          value={state.filters[model.name]}
          onChange={(next) => set(model.name, next)}
        />
      ))}
      {inRow.map((model) => draw(model, false))}
      {isPhone ? null : more}
      {isNarrowed ? (
        <Button kind="text" onClick={onClear}>
          {words('action.reset')}
        </Button>
      ) : null}
      <Drawer
        title={words('list.more_filters')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        width={400}
        footer={
          <>
            {isNarrowed ? <Button onClick={onClear}>{words('action.reset')}</Button> : null}
            <Button kind="primary" onClick={() => setOpen(false)}>
              {words('list.filters_done')}
            </Button>
          </>
        }
      >
        <div className={styles.filterDrawer}>
          {inDrawer.map((model) => (
            <div key={model.name}>
              <p className={styles.filterLabel}>{filterLabel(resource, model, words)}</p>
              {draw(model, true)}
            </div>
          ))}
        </div>
      </Drawer>
    </search>
  );
}

function filterLabel(
  resource: Resource,
  model: FilterModel,
  words: (key: string, params?: Record<string, string>) => string,
) {
  const label = words(`${resource.name}.${model.field}`);
  if (model.kind === 'from') return words('list.from', { label });
  return model.kind === 'to' ? words('list.to', { label }) : label;
}

interface FilterControlProps {
  resource: Resource;
  model: FilterModel;
  /** Its name stands over it, so that it says in its place what an empty one is. */
  isLabelled: boolean;
  value: FilterValue | undefined;
  onChange: (value: FilterValue | undefined) => void;
}

function FilterControl({ resource, model, isLabelled, value, onChange }: FilterControlProps) {
  const words = useWords();
  const label = filterLabel(resource, model, words);
  const placeholder = isLabelled ? words('list.any') : label;
  const control = controlModel(model.field, model.declared);
  if (control.options.length > 0) {
    const options = control.options.map((code) => ({
      value: code,
      label: words.first([`${resource.name}.${model.field}.${code}`, String(code)]),
    }));
    const isMultiple = model.kind === 'in';
    return (
      <Select
        className={styles.filter ?? ''}
        aria-label={label}
        placeholder={placeholder}
        allowClear
        {...(isMultiple ? { mode: 'multiple' as const, maxTagCount: 1 } : {})}
        {...(value === undefined ? {} : { value: value as string | number | string[] })}
        options={options}
        onChange={(next: string | number | (string | number)[] | undefined) => {
          const isEmpty = next === undefined || (Array.isArray(next) && next.length === 0);
          onChange(isEmpty ? undefined : next);
        }}
      />
    );
  }
  if (control.hints.ref)
    return (
      <ReferenceSelect
        reference={control.hints.ref}
        attributes={{ 'aria-label': label }}
        className={styles.filter}
        placeholder={placeholder}
        isClearable
        isMultiple={model.kind === 'in'}
        value={value as string | string[] | undefined}
        onChange={(next) => onChange(next === undefined || next.length === 0 ? undefined : next)}
      />
    );
  if (control.control === 'datetime' || control.control === 'date')
    return (
      <TimePicker
        label={label}
        className={styles.filter}
        placeholder={placeholder}
        value={typeof value === 'string' ? value : undefined}
        isDay={control.control === 'date'}
        onChange={onChange}
      />
    );
  if (control.isNumber)
    return (
      <InputNumber
        className={styles.filter ?? ''}
        aria-label={label}
        placeholder={placeholder}
        hideControl
        aria-valuemin={control.minimum}
        aria-valuemax={control.maximum}
        {...(typeof value === 'number' ? { value } : {})}
        onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
      />
    );
  return (
    <TypedInput
      label={label}
      placeholder={placeholder}
      value={typeof value === 'string' ? value : ''}
      onCommit={(text) => onChange(text.trim() === '' ? undefined : text.trim())}
    />
  );
}

/** A box that asks again when typing pauses, and at once on Enter or clearing. */
function TypedInput(props: {
  label: string;
  /** Default: the label. */
  placeholder?: string;
  value: string;
  isSearch?: boolean;
  className?: string | undefined;
  onCommit: (text: string) => void;
}) {
  const [text, setText] = useState(props.value);
  const committed = useRef(props.value);
  if (committed.current !== props.value) {
    // The address changed from elsewhere: a reset, or going back.
    committed.current = props.value;
    setText(props.value);
  }
  const commit = (next: string) => {
    if (next === committed.current) return;
    committed.current = next;
    props.onCommit(next);
  };
  const latest = useRef(commit);
  latest.current = commit;
  // What is typed when the drawer around it closes narrows the list at once; on the way to another place it does not.
  const typed = useRef({ text, href: '' });
  useEffect(
    () => () => {
      if (window.location.href === typed.current.href) latest.current(typed.current.text);
    },
    [],
  );
  const { pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the list is shown anew, the pause begins anew
  useEffect(() => {
    const { href } = window.location;
    typed.current = { text, href };
    const timer = setTimeout(() => {
      // Whoever has pressed a row meanwhile is on the way to it, and takes no search along.
      if (window.location.href === href) latest.current(text);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, pathname, search]);
  return (
    <Input
      className={props.className ?? styles.filter ?? ''}
      aria-label={props.label}
      placeholder={props.placeholder ?? props.label}
      value={text}
      allowClear
      {...(props.isSearch ? { prefix: <IconSearch /> } : {})}
      onChange={setText}
      onPressEnter={() => commit(text)}
      onClear={() => commit('')}
    />
  );
}
